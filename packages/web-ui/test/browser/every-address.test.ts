import { addressesOf } from './support/addresses.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { findOutOfReach } from './support/find-out-of-reach.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 40 });
const addresses = addressesOf({
  newest: new Date(newestMs).toISOString(),
  traceId: spans[0]?.trace_id ?? '',
});

/** What a window of 1440 x 900 has at 200 %. */
const zoomed = { width: 720, height: 450 };
const narrow = { width: 400, height: 800 };

describeInBrowser('every address', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  it.each(addresses)(
    'shows $name alike in a new browser, without barriers in either theme, and at 200 % and in 400 pixels',
    async (address) => {
      const { spanhouse, visitor } = running;
      const page = await visitor.open(`${spanhouse.url}/ui/${address.path}`);
      await address.shown(page).waitFor();

      expect(await findBarriers(page)).toEqual([]);
      await waitUntilSameInFreshBrowser(visitor, page);

      for (const viewport of [zoomed, narrow]) {
        await page.setViewportSize(viewport);
        await address.shown(page).waitFor();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(viewport.width);
        expect(await findOutOfReach(page)).toEqual([]);
      }
    },
  );
});
