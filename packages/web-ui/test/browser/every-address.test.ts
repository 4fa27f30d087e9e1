import type { Page } from 'playwright-core';
import { type Address, addressesOf, statesOf } from './support/addresses.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { findOutOfReach } from './support/find-out-of-reach.js';
import { goInside } from './support/go-inside.js';
import { inGroups } from './support/in-groups.js';
import { type PrefixProxy, startPrefixProxy } from './support/prefix-proxy.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';

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

/** Size in CSS pixels of a 1440 x 900 pixel window at 200 % zoom. */
const zoomed = { width: 720, height: 450 };
const narrow = { width: 400, height: 800 };

describeInBrowser('every address', { spans }, (running) => {
  let here: PrefixProxy;
  let elsewhere: PrefixProxy;
  beforeAll(async () => {
    const { url } = running.spanhouse;
    here = await startPrefixProxy(url, '/team');
    elsewhere = await startPrefixProxy(url, '/tools/team/traces');
  });
  afterEach(() => expect([...here.strays, ...elsewhere.strays]).toEqual([]));
  afterAll(() => Promise.all([here.close(), elsewhere.close()]));

  it.each(inGroups([...addresses, ...statesOf(options)]))(
    'has no barriers in either theme, and is alike in a new browser below another prefix: $names',
    async ({ group }) => {
      const page = await running.visitor.open(`${here.url}/ui/settings`);
      await page.getByRole('group', { name: 'Theme' }).waitFor();

      for (const address of group) {
        // Another page is shown first, because a page reads some parameters only when it opens.
        await goInside(page, `${here.url}/ui/no/page`);
        await goInside(page, `${here.url}/ui/${address.path}`);
        await address.shown(page).waitFor();

        const [barriers] = await Promise.all([
          findBarriers(page),
          waitUntilSameInFreshBrowser(running.visitor, page, { from: here.url, to: elsewhere.url }),
        ]);
        expect({ ...address, barriers }).toEqual({ ...address, barriers: [] });
        const cut = addresses.includes(address) ? await findCut(page, address) : [];
        expect({ ...address, cut }).toEqual({ ...address, cut: [] });
      }
    },
  );

  it('of the API document shows its page without an error and without other servers', async () => {
    const page = await running.visitor.open(`${here.url}/docs`);

    await page.getByRole('link', { name: '/spans/query', exact: true }).first().waitFor();
    expect(running.visitor.requested.length).toBeGreaterThan(3);
  });
});

/** Returns the elements that are cut off at 200 % zoom or at a width of 400 pixels. */
async function findCut(page: Page, address: Address): Promise<readonly string[]> {
  const cut: string[] = [];
  const before = page.viewportSize() ?? zoomed;
  for (const viewport of [zoomed, narrow]) {
    await page.setViewportSize(viewport);
    await address.shown(page).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > viewport.width) {
      cut.push(`the page is ${width} wide in ${viewport.width} pixels`);
    }
    cut.push(...(await findOutOfReach(page)));
  }
  await page.setViewportSize(before);
  return cut;
}
