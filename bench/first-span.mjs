// Measures the time from the 202 of the first span of a project until the start page shows it, each time in a new
// installation, and prints it in milliseconds.   npm run bench:first-span -- --runs 5
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { chromium as browserType } from 'playwright-core';
import { chromium } from '../scripts/tools/chromium.mjs';
import { markdownTable } from './markdown-table.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const name = 'the first span';

/** Resolves with the time of the 202, as this process sees it. */
async function sendFirst(url) {
  const now = new Date().toISOString();
  const ids = { trace_id: crypto.randomUUID(), span_id: '00f067aa0ba902b7' };
  const response = await fetch(`${url}/tracing/spans/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spans: [{ ...ids, span_name: name, start_time: now, end_time: now }] }),
  });
  if (response.status !== 202) {
    throw new Error(await response.text());
  }
  return performance.now();
}

async function measure(browser) {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-first-'));
  const { url, close } = await startSpanhouse(dataDir);
  const page = await browser.newPage();
  try {
    const asked = page.waitForResponse('**/spans/query');
    await page.goto(`${url}/ui/start`);
    await asked; // the page knows that there is no span, and its stream is open
    const acceptedAt = await sendFirst(url);
    await page.getByRole('row').filter({ hasText: name }).waitFor();
    return performance.now() - acceptedAt;
  } finally {
    await page.close();
    await close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

const browser = await browserType.launch({
  executablePath: await chromium(),
  args: ['--disable-gpu'],
});
const times = [];
for (let run = 0; run < Number(values.runs); run += 1) {
  times.push(await measure(browser));
}
await browser.close();
times.sort((left, right) => left - right);
const row = [times.length, times[Math.floor(times.length / 2)], times.at(-1)];
console.log(markdownTable(['runs', 'median ms', 'longest ms'], [row.map(Math.round)]));
