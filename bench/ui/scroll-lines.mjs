// Measures scrolling through 100,000 rows, which the list loads in batches with cursors.
import { P95, percentile } from '../percentile.mjs';
import { project } from './direct-store.mjs';
import { noteWork } from './longest-work.mjs';
import { firstRowMs, heapMb, newContext, openPage } from './timed-page.mjs';

const ROWS = 100_000;

export const scrolling = {
  name: 'scroll',
  data: [project],
  async measure({ url, browser, spans }) {
    const context = await newContext(browser);
    const { page, session } = await openPage(context, `${url}/ui/spans`);
    await firstRowMs(page);
    await page.evaluate(() => {
      window.bench.longTasks.length = 0;
    });
    const stopNoting = await noteWork(browser);
    const frames = await page.evaluate(scrollThrough, Math.min(ROWS, spans));
    const longestWork = await stopNoting();
    const { longTasks } = await page.evaluate(() => ({ longTasks: window.bench.longTasks }));
    const heap = await heapMb(session);
    await context.close();
    return [
      [`scroll: script and layout of a frame, p95 of ${frames.length}`, percentile(frames, P95), 8],
      ['scroll: longest task', Math.max(0, ...longTasks), 50],
      ['scroll: longest task, its processor time', longestWork, 50],
      ['scroll: heap', heap, 150, 'MB'],
    ];
  },
};

/**
 * Scrolls through the loaded rows, 30 rows per frame. For each frame with a scroll event, resolves with the time in ms
 * from the first event to the end of layout. This function runs in the page.
 */
async function scrollThrough(rows) {
  const ROW_PX = 28;
  const STEP_PX = 30 * ROW_PX;
  const STUCK_MS = 30_000;
  // The list is looked up each time, because the page may replace it when the project becomes known.
  const gridNow = () => document.querySelector('[role=grid]');
  const after = new MessageChannel();
  const frames = [];
  let begin;
  let laidOutMs;
  let movedMs = performance.now();
  document.addEventListener(
    'scroll',
    () => {
      begin ??= performance.now();
    },
    { capture: true, passive: true },
  );
  for (let grid = gridNow(); bottomOf(grid) < rows * ROW_PX; grid = gridNow()) {
    if (performance.now() - movedMs > STUCK_MS) {
      throw new Error(`the list stays at ${bottomOf(grid) / ROW_PX} rows`);
    }
    if (grid !== null) {
      grid.scrollTop += STEP_PX;
    }
    await new Promise((done) =>
      requestAnimationFrame(() => {
        if (begin !== undefined) {
          // Browsers usually compute style and layout after the callbacks. This statement forces them here.
          document.body.getBoundingClientRect();
          laidOutMs = performance.now();
        }
        after.port1.onmessage = done;
        after.port2.postMessage(undefined);
      }),
    );
    if (begin !== undefined) {
      movedMs = performance.now();
      frames.push(laidOutMs - begin);
    }
    begin = undefined;
  }
  return frames;

  function bottomOf(grid) {
    return grid === null ? 0 : grid.scrollTop + grid.clientHeight;
  }
}
