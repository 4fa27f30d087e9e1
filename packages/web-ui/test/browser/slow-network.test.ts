import { describeInBrowser } from './support/describe-in-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

/** 1 Mbit/s, and 200 ms for each round trip. */
const slowNetwork = {
  offline: false,
  latency: 200,
  downloadThroughput: 125_000,
  uploadThroughput: 125_000,
};
const MAX_SHIFT = 0.02;

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 60 });

describeInBrowser('over a slow network', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  it.each([
    ['the list of spans', 'spans?w=all', 'grid'],
    ['a trace', `traces/${spans[0]?.trace_id}`, 'treegrid'],
  ] as const)('%s stays where it is while the page is completed', async (_name, path, role) => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/${path}`, {
      async prepare(opened) {
        const session = await opened.context().newCDPSession(opened);
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', slowNetwork);
        await opened.addInitScript(() => {
          Object.assign(globalThis, { shifts: [] });
          new PerformanceObserver((list) =>
            (globalThis as unknown as { shifts: unknown[] }).shifts.push(
              ...list.getEntries().map((entry) => entry.toJSON()),
            ),
          ).observe({ type: 'layout-shift', buffered: true });
        });
      },
    });
    await page.getByRole(role).getByRole('row').nth(1).waitFor();
    await page.waitForLoadState('networkidle');

    const shifts = await page.evaluate(
      () => (globalThis as unknown as { shifts: { readonly value: number }[] }).shifts,
    );
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect({ isSteady: sum <= MAX_SHIFT, shifts }).toMatchObject({ isSteady: true });
  });
});
