import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rules = new URL('../../../../deploy/prometheus/rules/', `file://${__dirname}/`).pathname;
const unitMs: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3 };

/** Matches the durations in `for: 2m`, in a range `[5m]` and in `offset 15m`. */
const duration = /(?<=for: |\[|\boffset )\d+[smhd]\b/g;
/** Matches numbers of seconds, which the rules mark with a comment. */
const seconds = /\b(\d+) # seconds$/gm;

/**
 * Copies the rules with every duration divided by `factor`, so that a test sees in seconds what takes minutes in
 * production. Returns the pattern of the files.
 */
export function quickenRules(factor: number): string {
  const directory = mkdtempSync(join(tmpdir(), 'spanhouse-test-rules-'));
  for (const file of readdirSync(rules)) {
    writeFileSync(join(directory, file), quicken(readFileSync(join(rules, file), 'utf8'), factor));
  }
  return join(directory, '*.yml');
}

function quicken(rules: string, factor: number): string {
  return rules
    .replaceAll(duration, (text) => {
      const ms = Number.parseInt(text, 10) * (unitMs[text.slice(-1)] ?? 0);
      return `${Math.round(ms / factor)}ms`;
    })
    .replaceAll(seconds, (_match, seconds: string) => String(Number(seconds) / factor));
}
