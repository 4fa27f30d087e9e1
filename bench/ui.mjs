// Measures the web interface on large data in Chromium, against the limits that its pages have to keep.
//   npm run bench:ui -- [--only trace,huge,compare,explorer] [--keep DIR]
// --keep stores the data in DIR once and reuses it. The numbers are ms unless a row says otherwise. Exits with 1 if a
// limit is missed.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromium as chromiumPath } from '../scripts/tools/chromium.mjs';
import { markdownTable } from './markdown-table.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';
import { comparison } from './ui/compare-lines.mjs';
import { explorer } from './ui/explorer-lines.mjs';
import { hugeTrace, largeTrace } from './ui/trace-lines.mjs';

/** Each fills the store, and resolves with rows of a name, the measured number, its limit and its unit. */
const all = [largeTrace, comparison, hugeTrace, explorer];

const { values } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'string' } },
});
const wanted = values.only?.split(',');
const parts = all.filter(({ name }) => wanted === undefined || wanted.includes(name));
const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), 'spanhouse-ui-'));
mkdirSync(dataDir, { recursive: true });
if (values.keep === undefined) {
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
}

function say(text) {
  return process.stderr.write(`${text}\n`);
}

/** Fills the store, unless a former run has. */
async function fill({ name, fill: send }, url) {
  const mark = join(dataDir, `${name}.filled`);
  if (!existsSync(mark)) {
    const startedMs = Date.now();
    await send(url);
    writeFileSync(mark, '');
    say(`${name}: stored in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
  }
}

const { url, close } = await startSpanhouse(dataDir);
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--disable-gpu'],
});
const rows = [];
for (const part of parts) {
  await fill(part, url);
  rows.push(...(await part.measure({ url, browser })));
}
await browser.close();
await close();

function isKept([, value, limit]) {
  return value <= limit;
}

const table = rows.map(([name, value, limit, unit = 'ms']) => [
  name,
  `${value.toFixed(1)} ${unit}`,
  `${limit} ${unit}`,
  isKept([name, value, limit]) ? '' : 'missed',
]);
process.stdout.write(`${markdownTable(['line', 'measured', 'limit', ''], table)}\n`);
process.exitCode = rows.every(isKept) ? 0 : 1;
