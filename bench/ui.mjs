// Measures the web interface with large data in Chromium, and compares the results with limits.
//   npm run bench:ui -- [--only trace,huge] [--live-seconds 600] [--spans 1000000]
// --only selects sections: start, explorer, scroll, trace, huge, live. --spans is the size of the project. Exits with 1
// if a value exceeds its limit.
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromium as chromiumPath } from '../scripts/tools/chromium.mjs';
import { newDataDirectory, printRows, rowsOfSection, timed, wantedNames } from './sections.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';
import { withStore } from './ui/direct-store.mjs';
import { explorer } from './ui/explorer-lines.mjs';
import { live } from './ui/live-lines.mjs';
import { scrolling } from './ui/scroll-lines.mjs';
import { start } from './ui/start-lines.mjs';
import { hugeTrace, largeTrace } from './ui/trace-lines.mjs';

/**
 * The sections of the benchmark. Each section names the `data` that it needs, and resolves with rows. A row has a name,
 * a measured number, a limit and a unit. Data is either written into the store before the system starts (`store`) or
 * sent to the running system (`fill`). `start` comes first, because it measures the start of the system. `live` comes
 * last, because its load affects later sections.
 */
const sections = [start, explorer, scrolling, largeTrace, hugeTrace, live];
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    'live-seconds': { type: 'string', default: '40' },
    spans: { type: 'string', default: '1000000' },
  },
});
const size = { spans: Number(values.spans), liveSeconds: Number(values['live-seconds']) };
const names = wantedNames(
  values.only,
  sections.map(({ name }) => name),
);
const wanted = sections.filter(({ name }) => names.includes(name));
const dataDir = newDataDirectory('ui');

/** Returns the data that the given sections need, without duplicates. */
function dataFor(parts, step) {
  return new Set(parts.flatMap((part) => part.data).filter((each) => each[step]));
}

async function writeIntoStore() {
  await withStore(dataDir, async (config) => {
    for (const data of dataFor(wanted, 'store')) {
      await timed(`stored ${data.name}`, () => data.store(config, size));
    }
  });
}

/** Rejects if a section takes too long. */
function inTime(measured) {
  const limitMs = 300_000 + 1000 * size.liveSeconds;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`takes more than ${limitMs / 1000} s`)), limitMs);
  });
  return Promise.race([measured, late]).finally(() => clearTimeout(timer));
}

/** Measures sections one after the other. */
async function measureAll() {
  const rows = [];
  const { url, close } = await startSpanhouse(dataDir);
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--disable-gpu'],
  });
  for (const section of wanted) {
    const measure = async () => {
      for (const data of dataFor([section], 'fill')) {
        await timed(`sent ${data.name}`, () => data.fill(url));
      }
      return inTime(section.measure({ url, browser, ...size }));
    };
    rows.push(...(await rowsOfSection(section.name, measure)));
    await Promise.all(browser.contexts().map((context) => context.close())); // a failed section leaves its pages open
  }
  await browser.close();
  await close();
  return rows;
}

await writeIntoStore();
const rows = await measureAll();
printRows(rows.map(([line, value, limit, unit = 'ms']) => ({ line, value, limit, unit })));
