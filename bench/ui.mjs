// Measures the web interface on large data in Chromium, against the limits of its acceptance list.
//   npm run bench:ui -- [--only trace,huge] [--live-seconds 600] [--spans 1000000] [--keep DIR]
// --only runs some sections: start, explorer, scroll, trace, huge, value, compare, session, live, cancel. All of them take
// about eight minutes on a machine with nothing else to do. --spans is the size of the project, 1,000,000 in the list.
// --keep stores the data in DIR once and reuses it for some hours. Each row has the number of its line of the list; the line of the first span is measured by
// `npm run bench:first-span`. Exits with 1 if a limit is missed.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromium as chromiumPath } from '../scripts/tools/chromium.mjs';
import { markdownTable } from './markdown-table.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';
import { cancel } from './ui/cancel-lines.mjs';
import { comparison, longSession } from './ui/compare-lines.mjs';
import { withStore } from './ui/direct-store.mjs';
import { explorer } from './ui/explorer-lines.mjs';
import { live } from './ui/live-lines.mjs';
import { scrolling } from './ui/scroll-lines.mjs';
import { start } from './ui/start-lines.mjs';
import { hugeTrace, largeTrace } from './ui/trace-lines.mjs';
import { largeValues } from './ui/value-lines.mjs';

/**
 * Each needs `data`, and resolves with rows of a name, the measured number, its limit and its unit. Data is written into
 * the store before the start (`store`) or sent to the running system (`fill`). The first section is measured right after
 * the start, and the last ones change the store or load it.
 */
const sections = [
  start,
  explorer,
  scrolling,
  largeTrace,
  largeValues,
  comparison,
  longSession,
  hugeTrace,
  cancel,
  live,
];
/** The explorer shows the spans of the last 24 hours. */
const MAX_KEPT_MS = 6 * 3_600_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    keep: { type: 'string' },
    'live-seconds': { type: 'string', default: '40' },
    spans: { type: 'string', default: '1000000' },
  },
});
const size = { spans: Number(values.spans), liveSeconds: Number(values['live-seconds']) };
const names = values.only?.split(',') ?? sections.map(({ name }) => name);
const unknown = names.filter((name) => sections.every((section) => section.name !== name));
if (unknown.length > 0) {
  throw new Error(`there is no section ${unknown.join(', ')}`);
}
const wanted = sections.filter(({ name }) => names.includes(name));
const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), 'spanhouse-ui-'));
mkdirSync(dataDir, { recursive: true });
if (values.keep === undefined) {
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => process.exit(1));
}

function say(text) {
  return process.stderr.write(`${text}\n`);
}

async function timed(what, work) {
  const startedMs = Date.now();
  const result = await work();
  say(`${what}: ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
  return result;
}

/** Returns the data of sections that a former run has not stored, once each. */
function missingData(parts, way) {
  const data = new Set(parts.flatMap((part) => part.data).filter((each) => each[way]));
  return [...data].filter(({ name }) => {
    const mark = statSync(join(dataDir, `${name}.stored`), { throwIfNoEntry: false });
    if (mark !== undefined && Date.now() - mark.mtimeMs > MAX_KEPT_MS) {
      throw new Error(`the data in ${dataDir} is too old: remove it`);
    }
    return mark === undefined;
  });
}

async function note({ name }, work) {
  await timed(`stored ${name}`, work);
  writeFileSync(join(dataDir, `${name}.stored`), '');
}

async function writeIntoStore() {
  const missing = missingData(wanted, 'store');
  if (missing.length === 0) {
    return;
  }
  if (existsSync(join(dataDir, 'log'))) {
    throw new Error(`the data in ${dataDir} lacks ${missing[0].name}: remove it`);
  }
  await withStore(dataDir, async (config) => {
    for (const data of missing) {
      await note(data, () => data.store(config, size));
    }
  });
}

/** Rejects if a section waits for what never appears. */
function inTime(measured) {
  const limitMs = 300_000 + 1000 * size.liveSeconds;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`takes more than ${limitMs / 1000} s`)), limitMs);
  });
  return Promise.race([measured, late]).finally(() => clearTimeout(timer));
}

/** Measures sections one after the other. A section that fails costs only its own rows. */
async function measureAll() {
  const rows = [];
  const { url, clickhouse, close } = await startSpanhouse(dataDir);
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--disable-gpu'],
  });
  for (const section of wanted) {
    try {
      for (const data of missingData([section], 'fill')) {
        await note(data, () => data.fill(url));
      }
      const system = { url, browser, clickhouse, ...size };
      rows.push(...(await timed(section.name, () => inTime(section.measure(system)))));
    } catch (error) {
      say(`${section.name} failed: ${error.stack}`);
      process.exitCode = 1;
      await Promise.all(browser.contexts().map((context) => context.close()));
    }
  }
  await browser.close();
  await close();
  return rows;
}

await writeIntoStore();
const rows = await measureAll();
const table = rows.map(([name, value, limit, unit = 'ms']) => [
  name,
  `${value.toFixed(1)} ${unit}`,
  `${limit} ${unit}`,
  value <= limit ? 'reached' : 'missed',
]);
say(`load average ${loadavg()[0].toFixed(1)}`);
process.stdout.write(`${markdownTable(['line', 'measured', 'limit', ''], table)}\n`);
if (!rows.every(([, value, limit]) => value <= limit)) {
  process.exitCode = 1;
}
