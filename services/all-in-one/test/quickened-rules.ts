import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RULES = new URL('../../../deploy/prometheus/rules/', `file://${__dirname}/`).pathname;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3 };

/** `for: 2m`, a range `[5m]`, `offset 15m`. */
const DURATION = /(?<=for: |\[|\boffset )\d+[smhd]\b/g;
/** The rules mark numbers that are times to wait for. */
const SECONDS = /\b(\d+) # seconds$/gm;

/**
 * Our rules with every time divided by `factor`, and nothing else changed: what takes minutes in production is seen
 * in seconds. Returns the pattern of the files.
 */
export function quickenRules(factor: number): string {
  const directory = mkdtempSync(join(tmpdir(), 'spanhouse-test-rules-'));
  for (const file of readdirSync(RULES)) {
    writeFileSync(join(directory, file), quicken(readFileSync(join(RULES, file), 'utf8'), factor));
  }
  return join(directory, '*.yml');
}

function quicken(rules: string, factor: number): string {
  return rules
    .replaceAll(DURATION, (text) => {
      const ms = Number.parseInt(text, 10) * (UNIT_MS[text.slice(-1)] ?? 0);
      return `${Math.round(ms / factor)}ms`;
    })
    .replaceAll(SECONDS, (_match, seconds: string) => String(Number(seconds) / factor));
}
