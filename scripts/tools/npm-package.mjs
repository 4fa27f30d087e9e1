// Downloads packages of npm, each pinned by its integrity, without installing them.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Unpacks a package into `dir` and resolves with its folder. Rejects if the integrity differs. */
export async function downloadPackage({ name, version, integrity }, dir) {
  const specifier = `${name}@${version}`;
  const pack = run('npm', ['pack', '--silent', '--json', specifier], { cwd: dir });
  const { stdout } = await pack.catch((cause) => {
    throw new Error(`npm cannot download ${specifier}`, { cause });
  });
  const [{ filename }] = JSON.parse(stdout);
  const archive = join(dir, filename);
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== integrity) {
    throw new Error(`${specifier} has the integrity ${found}`);
  }
  await run('tar', ['-xzf', archive, '-C', dir]);
  rmSync(archive);
  return join(dir, 'package');
}
