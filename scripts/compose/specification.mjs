// The compose specification's own reader, as a program: schema, and references within the file.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { goInstall } from '../tools/go-install.mjs';
import { fillIn, REPOSITORY } from './read-compose.mjs';

const run = promisify(execFile);
const READER = { module: 'github.com/compose-spec/compose-go/v2/cmd', version: '2.16.2' };

/** Rejects with the reason where the reader cannot be had. */
export function composeReader() {
  return goInstall(READER);
}

/** What the specification has against a compose file, as the reader words it. */
export async function specificationProblems(reader, { path, settings }) {
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-compose-'));
  const filled = join(dir, 'docker-compose.yml');
  writeFileSync(filled, fillIn(readFileSync(path, 'utf8'), settings));
  try {
    await run(reader, ['-format', 'json', filled], { cwd: REPOSITORY });
    return [];
  } catch ({ stderr, message }) {
    return [stderr || message];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
