/** A wide window that shows all parts of a page. */
const viewport = { width: 1440, height: 900 };

/** Matches the first filled cell of a list. */
export const rowShown = '[role=grid] [role=row] [role=gridcell]:not(:empty)';

/** Installs observers in a page. Runs before the page's own scripts. */
function observe() {
  const noted = { longTasks: [] };
  window.bench = noted;
  new PerformanceObserver((list) => {
    noted.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });

  const APPEAR_MS = 60_000;

  function throwIfLate(missing, untilMs) {
    if (performance.now() > untilMs) {
      throw new Error(`does not appear: ${[...missing.keys()].join(', ')}`);
    }
  }

  const isShown = ({ selector, count = 1 }) => document.querySelectorAll(selector).length >= count;

  /**
   * Waits until each selector matches the required number of elements. Resolves with the times of these matches in ms
   * since the navigation. Rejects with the selectors that did not match in time.
   */
  noted.shown = async (selectors) => {
    const times = {};
    const missing = new Map(Object.entries(selectors));
    const untilMs = performance.now() + APPEAR_MS;
    while (missing.size > 0) {
      throwIfLate(missing, untilMs);
      for (const [name, wanted] of missing) {
        if (isShown(wanted)) {
          times[name] = performance.now();
          missing.delete(name);
        }
      }
      await (missing.size > 0 && changed());
    }
    return times;
  };

  /** Resolves at the next change of the page, or after a second without a change. */
  function changed() {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        observer.disconnect();
        resolve();
      };
      const timer = setTimeout(end, 1000);
      const observer = new MutationObserver(end);
      observer.observe(document, { childList: true, subtree: true, attributes: true });
    });
  }

  /** Runs a step. For each selector, resolves with the time in ms until the selector matches. */
  noted.timeTo = async (selectors, step) => {
    const startedMs = performance.now();
    step();
    const times = await noted.shown(selectors);
    return Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, ms - startedMs]));
  };
}

/** Opens an address in a browser context. Resolves with the page and its DevTools session. */
export async function openPage(context, address, prepare) {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await prepare?.(session);
  await page.goto(address);
  return { page, session };
}

/** Opens a browser context without cached files. */
export function newContext(browser) {
  return browser.newContext({ viewport });
}

/** Resolves with the time in ms from the navigation until the first row of a list is shown. */
export async function firstRowMs(page) {
  const { row } = await page.evaluate(
    (selector) => window.bench.shown({ row: { selector } }),
    rowShown,
  );
  return row;
}

/** Resolves with the time in ms that the page has spent on script, style and layout since it was opened. */
export async function workMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics
    .filter(({ name }) => /^(Script|Layout|RecalcStyle)Duration$/.test(name))
    .reduce((sum, { value }) => sum + 1000 * value, 0);
}

/** Collects garbage, and resolves with the heap size of a page in MB, including typed arrays. */
export async function heapMb(session) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage');
  return (usedSize + backingStorageSize) / 1e6;
}
