import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { startSlowLine, waitedUntil } from './support/slow-line.js';

/** A connection with a delay of 200 ms per request and a bandwidth of 1 Mbit/s. */
const line = { latencyMs: 200, bytesPerSecond: 125_000 };
/** Maximum time in ms until the first rows are shown, excluding processor time. */
const MAX_WAIT_MS = 5000;
const MAX_SHIFT = 0.02;

const spans = shopTraces({ newestMs: Date.now(), traces: 60 });

interface Observed {
  /** Time in ms since 1970. */
  readonly firstRowAt: number;
  readonly shifts: readonly { readonly value: number; readonly sources: readonly string[] }[];
}

/** Records the time of the first row and the layout shifts. Runs in the page, before the page's own scripts. */
function observe(): void {
  const observed = { firstRowAt: 0, shifts: [] as object[] };
  Object.assign(globalThis, { observed });
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('[role=row] [role=gridcell]') !== null) {
      observed.firstRowAt = Date.now();
      observer.disconnect();
    }
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      readonly value: number;
      readonly sources: readonly { readonly node?: Element }[];
    })[]) {
      const sources = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? '');
      observed.shifts.push({ value: entry.value, sources });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

describeInBrowser('over a slow network', { spans }, (running) => {
  /**
   * Opens a page over the slow connection and waits until it is complete. Returns the waiting time and the layout
   * shifts.
   */
  const visit = async (path: string, role: 'grid' | 'treegrid') => {
    const slow = await startSlowLine(running.spanhouse.url, line);
    const page = await running.visitor.open(`${slow.url}/ui/${path}`, {
      prepare: (opened) => opened.addInitScript(observe),
    });
    await page.getByRole(role).getByRole('row').nth(1).waitFor();
    await running.visitor.untilStill(page);
    const { firstRowAt, shifts } = await read(page);
    await page.close();
    await slow.close();
    return { shifts, waitMs: waitedUntil(firstRowAt, slow.transfers, line) };
  };
  const read = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { observed: Observed }).observed);

  it.each([
    ['a list of spans', 'spans?w=all', 'grid'],
    ['a trace', `traces/${spans[0]?.trace_id}`, 'treegrid'],
  ] as const)(
    '%s has its first rows in time, and stays where it is while it is completed',
    async (_name, path, role) => {
      const { shifts, waitMs } = await visit(path, role);

      expect(waitMs).toBeGreaterThan(2 * line.latencyMs);
      expect(waitMs).toBeLessThanOrEqual(MAX_WAIT_MS);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect({ isSteady: sum <= MAX_SHIFT, shifts }).toMatchObject({ isSteady: true });
    },
  );
});
