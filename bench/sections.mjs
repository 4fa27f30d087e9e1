// Shared functions for benchmarks with named sections.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from './markdown-table.mjs';

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

/** Runs `work` and prints its duration in seconds. Resolves with the result of `work`. */
export async function timed(title, work) {
  const startedMs = performance.now();
  const result = await work();
  say(`${title}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  return result;
}

/** Returns the names of the sections that `--only` lists. Without `--only`, returns the names of all sections. */
export function wantedNames(only, all) {
  const names = only?.split(',') ?? all;
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Error(`there is no section ${unknown.join(', ')}`);
  }
  return names;
}

/** Resolves with the rows that a section measures. If a section fails, only its own rows are missing. */
export async function rowsOfSection(name, measure) {
  try {
    return await timed(name, measure);
  } catch (error) {
    say(`${name} failed: ${error.stack}`);
    process.exitCode = 1;
    return [];
  }
}

/** Prints rows with their limits. The process later exits with 1 if a value exceeds its limit. */
export function printRows(rows) {
  const isMissed = ({ value, limit }) => limit !== undefined && value > limit;
  const table = rows.map(({ line, value, limit, unit }) => [
    line,
    `${value.toFixed(unit === '×' ? 2 : 1)} ${unit}`,
    limit === undefined ? '–' : `${limit} ${unit}`,
    isMissed({ value, limit }) ? 'missed' : '',
  ]);
  say(`load average ${loadavg()[0].toFixed(1)}`);
  process.stdout.write(`${markdownTable(['line', 'measured', 'limit', ''], table)}\n`);
  if (rows.some(isMissed)) {
    process.exitCode = 1;
  }
}
