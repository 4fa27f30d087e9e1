import { describeInBrowser } from './support/describe-in-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 20 });
const traces = new Set(spans.map(({ trace_id: id }) => id)).size;

describeInBrowser('the analytics', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  const open = async (search = '?w=24h') => {
    const page = await running.visitor.open(`${running.spanhouse.url}/ui/analytics${search}`);
    await page.getByRole('figure', { name: /^Traces/ }).waitFor();
    return page;
  };

  it('count every trace once in the chart of traces', async () => {
    const page = await open();
    const chart = page.getByRole('region', { name: 'Traces', exact: true });

    await chart.getByRole('button', { name: 'Table' }).press('Enter');

    const counts = await chart.getByRole('table').getByRole('cell').allTextContents();
    expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(traces);
  });

  it('list the groups with their spans, and open the spans of one', async () => {
    const page = await open();
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('Service');
    const shop = spans.filter(({ resource }) => resource.attributes['service.name'] === 'shop');

    const row = page.getByRole('row', { name: /^shop/ });
    await row.getByRole('cell', { name: String(shop.length), exact: true }).waitFor();
    await row.getByRole('link', { name: 'shop' }).press('Enter');

    await page.waitForURL(/\/ui\/spans\?.*q=service%3Ashop/);
    await page.getByRole('status').getByText(String(shop.length)).waitFor();
  });

  it('open the spans of a bar with its bounds', async () => {
    const page = await open();
    await page.getByRole('figure', { name: /^Traces/ }).press('ArrowRight');
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/ui\/spans\?.*w=/);
  });

  it('ask for a window with a beginning', async () => {
    const page = await running.visitor.open(`${running.spanhouse.url}/ui/analytics?w=all`);

    await page.getByText('Choose a window with a beginning.').waitFor();
  });
});
