import { setTimeout as delay } from 'node:timers/promises';
import { workMs } from './timed-page.mjs';

/** Records events and their times. Runs in every page before the page's own scripts. */
function observe() {
  const noted = { firstRows: undefined, complete: undefined, longTasks: [], paints: [] };
  window.bench = noted;
  new PerformanceObserver((list) => {
    noted.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });

  const look = () => {
    const rows = document.querySelector('[role=treegrid] [role=row] [role=gridcell]');
    noted.firstRows ??= rows ? performance.now() : undefined;
    const isReading = document.body?.textContent.includes('are being read');
    noted.complete ??= rows && !isReading ? performance.now() : undefined;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });

  // A drawing begins with `clearRect` or `createImageData` and ends with the last `fillRect` or `putImageData`.
  const { clearRect, fillRect, createImageData, putImageData } = CanvasRenderingContext2D.prototype;
  let startTime = 0;
  let last = {};
  const begin = (canvas) => {
    startTime = performance.now();
    last = { canvas, paint: { what: canvas.closest('figure') ? 'flame' : 'minimap', ms: 0 } };
    noted.paints.push(last.paint);
  };
  const end = (canvas) => {
    if (canvas === last.canvas) {
      last.paint.ms = performance.now() - startTime;
    }
  };
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    begin(this.canvas);
    return clearRect.apply(this, area);
  };
  CanvasRenderingContext2D.prototype.fillRect = function (...area) {
    fillRect.apply(this, area);
    end(this.canvas);
  };
  CanvasRenderingContext2D.prototype.createImageData = function (...size) {
    begin(this.canvas);
    return createImageData.apply(this, size);
  };
  CanvasRenderingContext2D.prototype.putImageData = function (...image) {
    putImageData.apply(this, image);
    end(this.canvas);
  };
}

/** Records how long each task of a worker takes, not counting message transfer. This function runs in the worker. */
async function observeWorker() {
  while (globalThis.onmessage === null) {
    await new Promise((done) => setTimeout(done));
  }
  const { onmessage } = globalThis;
  globalThis.bench = [];
  globalThis.onmessage = async (event) => {
    const startTime = performance.now();
    await onmessage(event);
    globalThis.bench.push({ task: event.data.task, ms: performance.now() - startTime });
  };
}

/** Calls `read` until it returns a value other than undefined, and resolves with that value. */
async function until(read) {
  for (;;) {
    const found = await read();
    if (found !== undefined) {
      return found;
    }
    await delay(50);
  }
}

/** A page of a Spanhouse installation, with functions that measure the page's work. */
export class MeasuredPage {
  constructor(page, session) {
    this.page = page;
    this.session = session;
  }

  /** Opens an address. Before that, opens the settings page, so that the browser has cached the interface's files. */
  static async open(browser, address) {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
    const page = await context.newPage();
    // Closing the page interrupts the evaluation.
    page.on('worker', (worker) => worker.evaluate(observeWorker).catch(() => {}));
    await page.goto(new URL('/ui/settings', address).href);
    await page.getByRole('group', { name: 'Theme' }).waitFor();
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(address);
    return new MeasuredPage(page, session);
  }

  close() {
    return this.page.context().close();
  }

  /** Waits until `isReady` returns true for the page's records, and resolves with them. */
  noted(isReady = () => true) {
    return until(async () => {
      const noted = await this.page.evaluate(() => window.bench);
      return isReady(noted) ? noted : undefined;
    });
  }

  /** Waits until a worker has finished a task, and resolves with the task's duration in ms. */
  async taskMs(name) {
    const done = await until(async () => {
      const noted = await Promise.all(
        this.page.workers().map((worker) => worker.evaluate(() => globalThis.bench ?? [])),
      );
      return noted.flat().find(({ task }) => task === name);
    });
    return done.ms;
  }

  /**
   * Runs a step `count` times. For each run, resolves with the time in ms that the page spends on script, style and
   * layout.
   */
  async frames(count, step) {
    const costs = [];
    for (let at = 0; at < count; at++) {
      const before = await workMs(this.session);
      await step(at);
      await this.page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      costs.push((await workMs(this.session)) - before);
    }
    return costs;
  }

  /** Resolves with the time in ms from a key press in the waterfall until its rows are laid out again. */
  keyInTree(init) {
    return this.page.evaluate(async (options) => {
      const tree = document.querySelector('[role=treegrid]');
      const row = tree.querySelector('[aria-selected=true]');
      const before = tree.getAttribute('aria-rowcount');
      const startTime = performance.now();
      row.dispatchEvent(
        new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...options }),
      );
      while (tree.getAttribute('aria-rowcount') === before) {
        await new Promise((done) => setTimeout(done));
      }
      tree.getBoundingClientRect();
      return performance.now() - startTime;
    }, init);
  }
}
