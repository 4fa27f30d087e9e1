import { describeInBrowser } from './support/describe-in-browser.js';
import { type PrefixProxy, startPrefixProxy } from './support/prefix-proxy.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

// Every address is loaded below these prefixes in every-address.test.ts.
describeInBrowser('behind a proxy', (running) => {
  beforeAll(() =>
    storeSpans(running.spanhouse.url, shopTraces({ newestMs: Date.now(), traces: 5 })),
  );

  describe.each(['/team', '/tools/team/traces'])('that strips %s', (prefix) => {
    let proxy: PrefixProxy;
    beforeAll(async () => {
      proxy = await startPrefixProxy(running.spanhouse.url, prefix);
    });
    afterEach(() => expect(proxy.strays).toEqual([]));
    afterAll(() => proxy.close());

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

  it('has the page of the API, without an error and without other servers', async () => {
    const proxy = await startPrefixProxy(running.spanhouse.url, '/team');
    const page = await running.visitor.open(`${proxy.url}/docs`);

    await page.getByRole('link', { name: '/spans/query', exact: true }).first().waitFor();
    expect(running.visitor.requested.length).toBeGreaterThan(3);
    expect(proxy.strays).toEqual([]);
    await page.close();
    await proxy.close();
  });
});
