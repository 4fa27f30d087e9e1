// Line 7 of the acceptance list: a person scrolls through 100,000 rows, which the page reads by cursor.
import { percentile } from './measured-page.mjs';
import { project } from './project.mjs';
import { firstRowMs, heapMb, newContext, openPage } from './timed-page.mjs';

const P95 = 0.95;
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
    const frames = await page.evaluate(scrollThrough, Math.min(ROWS, spans));
    const { longTasks } = await page.evaluate(() => ({ longTasks: window.bench.longTasks }));
    const heap = await heapMb(session);
    await context.close();
    return [
      [`7 script and layout of a frame, p95 of ${frames.length}`, percentile(frames, P95), 8],
      ['7 longest task', Math.max(0, ...longTasks), 50],
      ['7 heap', heap, 150, 'MB'],
    ];
  },
};

/**
 * Runs in the page: scrolls 30 rows in each frame, as far as rows are read, and resolves with the ms of each frame that
 * scrolled: from its first event until it was laid out and painted.
 */
async function scrollThrough(rows) {
  const ROW_PX = 28;
  const STEP_PX = 30 * ROW_PX;
  const grid = document.querySelector('[role=grid]');
  const after = new MessageChannel();
  const frames = [];
  let begin;
  document.addEventListener(
    'scroll',
    () => {
      begin ??= performance.now();
    },
    { capture: true, passive: true },
  );
  while (grid.scrollTop + grid.clientHeight < rows * ROW_PX) {
    grid.scrollTop += STEP_PX;
    await new Promise((done) =>
      requestAnimationFrame(() => {
        after.port1.onmessage = done;
        after.port2.postMessage(undefined);
      }),
    );
    if (begin !== undefined) {
      frames.push(performance.now() - begin);
    }
    begin = undefined;
  }
  return frames;
}
