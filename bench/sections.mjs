// Shared parts of benchmarks that consist of named sections.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a data directory that is removed at the end of the process. */
export function newDataDirectory(name) {
  const dataDir = mkdtempSync(join(tmpdir(), `spanhouse-${name}-`));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => process.exit(1));
  }
  return dataDir;
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Prints the duration of some work in seconds. Resolves with the result of the work. */
export async function timed(title, work) {
  const startedMs = performance.now();
  const result = await work();
  say(`${title}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  return result;
}
