// Lines 2, 6, 7, 13 and 23 of the acceptance list: the explorer on a project of 1,000,000 spans.
import { percentile } from './measured-page.mjs';

const SPANS = 1_000_000;
const SPANS_PER_REQUEST = 5000;
const P95 = 0.95;
const viewport = { width: 1440, height: 900 };
const types = ['chat', 'tool', 'task', 'agent'];

function hex(number, digits) {
  return number.toString(16).padStart(digits, '0');
}

/** Returns spans of the last 23 hours; the number of a span decides all of its values. */
function spansFrom(first, count, nowMs) {
  return Array.from({ length: count }, (_, at) => {
    const number = first + at;
    const startMs = nowMs - Math.floor((number / SPANS) * 82_800_000);
    return {
      trace_id: hex(1 + Math.floor(number / 8), 32),
      span_id: hex(1 + number, 16),
      span_name: `step ${number % 40}`,
      start_time: new Date(startMs).toISOString(),
      end_time: new Date(startMs + (number % 977)).toISOString(),
      ...(number % 50 === 0 && { status_code: 'STATUS_CODE_ERROR' }),
      attributes: {
        'ag.type.span': types[number % types.length],
        'ag.user.id': `user-${number % 500}`,
        'customer.tier': number % 3 === 0 ? 'premium' : 'basic',
        'ag.data.inputs.question': `Question ${number} about a contract`,
      },
      resource: { attributes: { 'service.name': `service-${number % 12}` } },
    };
  });
}

async function post(url, body, headers = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  }
  return answer;
}

async function send(url, spans) {
  const answer = await post(`${url}/tracing/spans/ingest`, { spans });
  return answer.headers.get('x-ingest-receipt');
}

/** Resolves when the spans of a receipt can be read. */
function untilVisible(url, receipt) {
  const headers = { 'x-consistent-with': receipt, 'x-consistency-timeout-ms': '120000' };
  return post(`${url}/spans/query`, { windowing: { limit: 1 } }, headers);
}

async function fill(url) {
  const nowMs = Date.now();
  for (let first = 0; first < SPANS; first += SPANS_PER_REQUEST) {
    const receipt = await send(url, spansFrom(first, SPANS_PER_REQUEST, nowMs));
    if (first % (20 * SPANS_PER_REQUEST) === 0) {
      await untilVisible(url, receipt);
    }
  }
}

/** Opens an address; resolves with the page and the ms from the navigation until each of `marks` is shown. */
async function openTimed(browser, address, { marks, prepare }) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await prepare?.(session, context);
  await page.addInitScript((selectors) => {
    window.shown = {};
    const look = () => {
      for (const [name, selector] of Object.entries(selectors)) {
        window.shown[name] ??= document.querySelector(selector) ? performance.now() : undefined;
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  }, marks);
  await page.goto(address);
  await page.waitForFunction(
    (names) => names.every((name) => window.shown[name] !== undefined),
    Object.keys(marks),
  );
  return { page, context, session, shown: await page.evaluate(() => window.shown) };
}

const rowShown = '[role=grid] [role=row] [role=gridcell]:not(:empty)';
const marks = {
  row: rowShown,
  histogram: 'figure[aria-label^="Spans by time"]',
  facets: 'fieldset input[type=checkbox]',
};

async function firstLoad({ url, browser }) {
  const { context, shown } = await openTimed(browser, `${url}/ui/`, { marks: { row: rowShown } });
  const again = await context.newPage();
  const startedMs = performance.now();
  await again.goto(`${url}/ui/spans`);
  await again.locator(rowShown).first().waitFor();
  const second = performance.now() - startedMs;
  await context.close();
  return [
    ['2 first rows in a cold browser', shown.row, 1500],
    ['2 second load', second, 600],
  ];
}

async function explore({ url, browser }) {
  const { page, context, session, shown } = await openTimed(browser, `${url}/ui/spans`, { marks });
  const rows = [
    ['6 first row of 24 h', shown.row, 300],
    ['6 histogram', shown.histogram, 600],
    ['6 facets', shown.facets, 1000],
    ...(await typeFilter(page)),
    ...(await scroll(page, session)),
  ];
  await context.close();
  return rows;
}

async function typeFilter(page) {
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.click();
  await field.evaluate((input) => {
    window.typed = [];
    input.addEventListener('input', () => {
      const startedMs = performance.now();
      requestAnimationFrame(() =>
        setTimeout(() => window.typed.push(performance.now() - startedMs)),
      );
    });
  });
  await page.keyboard.type('status:err', { delay: 120 });
  const costs = await page.evaluate(() => window.typed);
  const startedMs = performance.now();
  await page.keyboard.type('o');
  await page.getByRole('option', { name: /^error/ }).waitFor();
  const completion = performance.now() - startedMs;
  await field.press('Escape');
  await field.press('Escape');
  await field.blur();
  return [
    ['6 a key in the filter, until it is drawn', percentile(costs, P95), 50],
    ['6 completion', completion, 200],
  ];
}

/** Scrolls through 100,000 rows by cursor. */
async function scroll(page, session) {
  const TARGET = 100_000;
  const ROW_PX = 28;
  await session.send('Performance.enable');
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
  });
  const costs = [];
  let top = 0;
  while (top < TARGET * ROW_PX) {
    const before = await work(session);
    const height = await page.evaluate(async () => {
      const grid = document.querySelector('[role=grid]');
      grid.scrollTop = grid.scrollHeight;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return grid.scrollHeight;
    });
    costs.push((await work(session)) - before);
    top = height;
  }
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const longest = Math.max(0, ...(await page.evaluate(() => window.longTasks)));
  return [
    ['7 scrolling 100,000 rows, script and layout p95', percentile(costs, P95), 8],
    ['7 longest task', longest, 50],
    ['7 heap', usedSize / 1e6, 150, 'MB'],
  ];
}

async function work(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics
    .filter(({ name }) => /^(Script|Layout|RecalcStyle)Duration$/.test(name))
    .reduce((sum, { value }) => sum + 1000 * value, 0);
}

/** Sends 2,000 spans a second while the page follows them. */
async function live({ url, browser }) {
  const SECONDS = 60;
  const PER_SECOND = 2000;
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(`${url}/ui/spans?live=1`);
  await page.getByText('0 matched').waitFor();
  const costs = [];
  const heaps = [];
  for (let second = 0; second < SECONDS; second++) {
    const endsMs = Date.now() + 1000;
    const before = await work(session);
    const first = SPANS + second * PER_SECOND;
    await send(url, spansFrom(first, PER_SECOND, Date.now() + 82_800_000));
    await new Promise((done) => setTimeout(done, Math.max(0, endsMs - Date.now())));
    costs.push(((await work(session)) - before) / 60);
    if (second % 15 === 14) {
      await session.send('HeapProfiler.collectGarbage');
      heaps.push((await session.send('Runtime.getHeapUsage')).usedSize / 1e6);
    }
  }
  await context.close();
  return [
    ['13 live at 2,000 spans/s, script per frame, p95 of the seconds', percentile(costs, P95), 8],
    ['13 growth of the heap after the first quarter', heaps.at(-1) - heaps[0], 10, 'MB'],
  ];
}

/** 1 Mbit/s, and 200 ms for each round trip. */
async function slowNetwork({ url, browser }) {
  const { context, shown } = await openTimed(browser, `${url}/ui/spans`, {
    marks: { row: rowShown },
    prepare: async (session) => {
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 200,
        downloadThroughput: 125_000,
        uploadThroughput: 125_000,
      });
    },
  });
  await context.close();
  return [['23 first rows at 200 ms and 1 Mbit/s', shown.row, 5000]];
}

export const explorer = {
  name: 'explorer',
  fill,
  /** Resolves with rows of a name, the measured number, its limit and its unit. */
  async measure(system) {
    const rows = [];
    for (const part of [firstLoad, explore, live, slowNetwork]) {
      rows.push(...(await part(system)));
    }
    return rows;
  },
};
