import type { Page } from 'playwright-core';
import { type Address, addressesOf } from './support/addresses.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { findOutOfReach } from './support/find-out-of-reach.js';
import { goInside } from './support/go-inside.js';
import { type PrefixProxy, startPrefixProxy } from './support/prefix-proxy.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { statesOf } from './support/states.js';
import { storeSpans } from './support/store-spans.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 40 });
const [root] = spans;
const traceId = root?.trace_id ?? '';
const options = {
  newest: new Date(newestMs).toISOString(),
  traceId,
  spanId: root?.span_id ?? '',
  otherTraceId: spans.find(({ trace_id: id }) => id !== traceId)?.trace_id ?? '',
};
const addresses = addressesOf(options);

/** Size of a 1440 x 900 window at 200 % zoom. */
const zoomed = { width: 720, height: 450 };
const narrow = { width: 400, height: 800 };

const places = [...addresses, ...statesOf(options)];
const PLACES_OF_A_PAGE = 6;
/**
 * Groups of addresses that one page visits in turn, so that state left over from one address would show at the next.
 */
const ways = Array.from({ length: Math.ceil(places.length / PLACES_OF_A_PAGE) }, (_, at) =>
  places.slice(at * PLACES_OF_A_PAGE, (at + 1) * PLACES_OF_A_PAGE),
).map((way) => ({ way, names: way.map(({ name }) => name).join(', ') }));

describeInBrowser('every address', (running) => {
  let here: PrefixProxy;
  let elsewhere: PrefixProxy;
  beforeAll(async () => {
    const { url } = running.spanhouse;
    await storeSpans(url, spans);
    here = await startPrefixProxy(url, '/team');
    elsewhere = await startPrefixProxy(url, '/tools/team/traces');
  });
  afterEach(() => expect([...here.strays, ...elsewhere.strays]).toEqual([]));
  afterAll(() => Promise.all([here.close(), elsewhere.close()]));

  it.each(ways)(
    'has no barriers in either theme, and is alike in a new browser below another prefix: $names',
    async ({ way }) => {
      const { visitor } = running;
      const page = await visitor.open(`${here.url}/ui/settings`);
      await page.getByRole('group', { name: 'Theme' }).waitFor();

      for (const place of way) {
        // A page reads some parameters only when it opens.
        await goInside(page, `${here.url}/ui/no/page`);
        await goInside(page, `${here.url}/ui/${place.path}`);
        await place.shown(page).waitFor();

        const [barriers] = await Promise.all([
          findBarriers(page),
          waitUntilSameInFreshBrowser(visitor, page, { from: here.url, to: elsewhere.url }),
        ]);
        expect({ ...place, barriers }).toEqual({ ...place, barriers: [] });
        const cut = addresses.includes(place) ? await findCut(page, place) : [];
        expect({ ...place, cut }).toEqual({ ...place, cut: [] });
      }
    },
  );
});

/** Returns the elements that are cut off at 200 % zoom and at a width of 400 pixels. */
async function findCut(page: Page, place: Address): Promise<readonly string[]> {
  const cut: string[] = [];
  const before = page.viewportSize() ?? zoomed;
  for (const viewport of [zoomed, narrow]) {
    await page.setViewportSize(viewport);
    await place.shown(page).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > viewport.width) {
      cut.push(`the page is ${width} wide in ${viewport.width} pixels`);
    }
    cut.push(...(await findOutOfReach(page)));
  }
  await page.setViewportSize(before);
  return cut;
}
