// Measures large traces.
import { P95, percentile } from '../percentile.mjs';
import { sendTrace, traceIdOf } from './large-trace.mjs';
import { MeasuredPage } from './measured-page.mjs';
import { heapMb } from './timed-page.mjs';

const MEDIAN = 0.5;
const FOLDS = 5;
const large = { traceId: traceIdOf('large'), spans: 50_000, bytes: 900 };
const huge = { traceId: traceIdOf('huge'), spans: 500_000 };

export const largeTrace = {
  name: 'trace',
  data: [{ name: 'trace', fill: (url) => sendTrace(url, large) }],
  async measure({ url, browser }) {
    const opened = await MeasuredPage.open(browser, `${url}/ui/traces/${large.traceId}`);
    const { firstRows, complete } = await opened.noted((noted) => noted.complete !== undefined);
    const rows = [
      ['trace: first rows of 50,000 spans', firstRows, 800],
      ['trace: complete', complete, 2000],
      ['trace: heap', await heapMb(opened.session), 120, 'MB'],
      ...(await foldAll(opened)),
      ...(await moveAbout(opened)),
      ...(await computeAndFind(opened)),
    ];
    await opened.close();
    return [...rows, ...(await paintFlame({ url, browser }))];
  },
};

export const hugeTrace = {
  name: 'huge',
  data: [{ name: 'huge', fill: (url) => sendTrace(url, huge) }],
  async measure({ url, browser }) {
    const opened = await MeasuredPage.open(browser, `${url}/ui/traces/${huge.traceId}`);
    const { firstRows, complete } = await opened.noted((noted) => noted.complete !== undefined);
    await opened.frames(20, (at) => scrollTo(opened, at));
    const { longTasks } = await opened.noted();
    const rows = [
      ['huge: first rows of 500,000 spans', firstRows, 8000],
      ['huge: complete', complete, 8000],
      ['huge: heap', await heapMb(opened.session), 400, 'MB'],
      ['huge: longest task', Math.max(0, ...longTasks), 200],
    ];
    await opened.close();
    return rows;
  },
};

async function foldAll(opened) {
  const [fold, unfold] = [[], []];
  for (let at = 0; at < FOLDS; at++) {
    fold.push(await opened.keyInTree({ key: 'ArrowLeft', shiftKey: true }));
    unfold.push(await opened.keyInTree({ key: 'ArrowRight', shiftKey: true }));
  }
  return [
    [`trace: fold all, median of ${FOLDS}`, percentile(fold, MEDIAN), 50],
    [`trace: unfold all, median of ${FOLDS}`, percentile(unfold, MEDIAN), 50],
  ];
}

function scrollTo(opened, at) {
  return opened.page.evaluate((top) => {
    document.querySelector('[role=treegrid]').scrollTop = top;
  }, 240 * at);
}

async function moveAbout(opened) {
  const { page } = opened;
  const scroll = await opened.frames(100, (at) => scrollTo(opened, at));
  const keys = ['+', '.', '+', '.', '+', ',', '-', '-', '-'];
  await page.locator('[role=treegrid]').click({ position: { x: 200, y: 40 } });
  const zoom = await opened.frames(54, (at) => page.keyboard.press(keys[at % keys.length]));
  await page.keyboard.press('0');
  return [
    ['trace: script and layout while scrolling, p95', percentile(scroll, P95), 8],
    ['trace: script and layout while zooming, p95', percentile(zoom, P95), 8],
  ];
}

async function computeAndFind(opened) {
  const { page } = opened;
  await page.keyboard.press('p');
  const pathMs = await opened.taskMs('tracePath');
  await page.keyboard.press('p');
  const byName = await find(opened, 'name~again');
  const byPayload = await find(opened, '.step.note:"step 31415"');
  return [
    ['trace: minimap, p95', await paintMinimap(opened), 5],
    ['trace: critical path in the worker', pathMs, 100],
    ['trace: find by name', byName, 50],
    ['trace: find by payload, first match', byPayload, 500],
  ];
}

/**
 * Draws the minimap several times, each time in a window of a different width. Resolves with the 95th percentile of the
 * drawing times in ms.
 */
async function paintMinimap({ page }) {
  for (let width = 1600; width > 1400; width -= 10) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  const { paints } = await page.evaluate(() => window.bench);
  const times = paints.filter(({ what }) => what === 'minimap').map(({ ms }) => ms);
  return percentile(times, P95);
}

/**
 * Resolves with the time in ms from the start of a search to its first matches. A search starts when the user stops
 * typing.
 */
function find({ page }, text) {
  return page.evaluate(async (typed) => {
    const box = document.querySelector('input[type=search][aria-label="Find in trace"]');
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    set.call(box, typed);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    while (new URLSearchParams(window.location.search).get('q') !== typed) {
      await new Promise((done) => setTimeout(done));
    }
    const startTime = performance.now();
    while (!/^\d.* match/.test(box.parentElement.querySelector('[role=status]').textContent)) {
      await new Promise((done) => setTimeout(done));
    }
    return performance.now() - startTime;
  }, text);
}

async function paintFlame({ url, browser }) {
  const opened = await MeasuredPage.open(browser, `${url}/ui/traces/${large.traceId}?tab=flame`);
  const flames = ({ paints }) => paints.filter(({ what }) => what === 'flame');
  await opened.noted((noted) => flames(noted).length > 1);
  await opened.page.getByRole('figure', { name: /^Flame graph/ }).focus();
  await opened.frames(40, (at) =>
    opened.page.keyboard.press(at % 2 === 0 ? 'ArrowRight' : 'ArrowDown'),
  );
  const { paints } = await opened.noted();
  await opened.close();
  const times = flames({ paints }).map(({ ms }) => ms);
  return [[`trace: paint of the flame graph, p95 of ${times.length}`, percentile(times, P95), 12]];
}
