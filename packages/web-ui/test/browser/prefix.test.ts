import { addressesOf } from './support/addresses.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { type PrefixProxy, startPrefixProxy } from './support/prefix-proxy.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 5 });
const traceId = spans[0]?.trace_id ?? '';
const addresses = addressesOf({ newest: new Date(newestMs).toISOString(), traceId });

describeInBrowser('behind a proxy', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  describe.each(['/team', '/tools/team/traces'])('that strips %s', (prefix) => {
    let proxy: PrefixProxy;
    beforeAll(async () => {
      proxy = await startPrefixProxy(running.spanhouse.url, prefix);
    });
    afterEach(() => expect(proxy.strays).toEqual([]));
    afterAll(() => proxy.close());

    it('loads every page at its own address', async () => {
      const page = await running.visitor.open(`${proxy.url}/ui/settings`);

      for (const { path, shown } of addresses) {
        await page.goto(`${proxy.url}/ui/${path}`);
        await shown(page).waitFor();
      }
    });

    it('stays below the prefix from page to page', async () => {
      const page = await running.visitor.open(`${proxy.url}/ui`);
      const rail = page.getByRole('navigation', { name: 'Main' });

      for (const name of ['Start', 'Settings', 'Explorer']) {
        await rail.getByRole('link', { name, exact: true }).click();
        await page.waitForURL(`${proxy.url}/ui/**`);
      }
      await page.reload();
      await page.getByRole('grid', { name: 'Spans' }).getByRole('row').nth(1).click();
      await page.waitForURL(`${proxy.url}/ui/traces/**`);
    });
  });
});
