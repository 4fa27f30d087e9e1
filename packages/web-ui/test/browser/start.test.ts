import { describeInBrowser } from './support/describe-in-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

describeInBrowser('the start page', (running) => {
  it('waits for the first span, and then leads to its trace', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/start`);
    await page.getByText(/waiting for the first span/i).waitFor();

    const spans = shopTraces({ newestMs: Date.now(), traces: 1 });
    await storeSpans(spanhouse.url, spans);

    await page.getByRole('link', { name: /newest trace/i }).click();
    await page.waitForURL(`**/ui/traces/${spans[0]?.trace_id}**`);
  });

  it('sends a sample, waits until it is stored and opens its trace', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/start`);

    await page.getByRole('button', { name: /send a sample/i }).click();
    await page.waitForURL('**/ui/traces/**');
    await page.getByRole('treegrid', { name: 'Waterfall' }).getByText('ask').first().waitFor();
  });

  it('shows snippets with the address of this service, and copies them', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/start`);

    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByRole('button', { name: /copy the snippet/i }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());

    expect(copied).toContain(new URL(spanhouse.url).host);
  });
});
