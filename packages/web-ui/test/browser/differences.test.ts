import { describeInBrowser } from './support/describe-in-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 20 });
const failed = spans.filter(({ status_code }) => status_code === 'STATUS_CODE_ERROR');

describeInBrowser('the differences of selected spans', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  it('shows how failed spans differ, and filters for a value, by keys alone', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/spans?w=7d`);
    await page.getByRole('grid', { name: 'Spans' }).getByRole('row').nth(1).waitFor();
    await page.keyboard.press('3');

    const status = page.getByRole('table', { name: 'Status' }).getByRole('row');
    const errors = status.filter({ hasText: 'error' });
    await errors.getByText('100 %').waitFor();
    await errors.getByText('0 %', { exact: true }).waitFor();
    const rest = spans.length - failed.length;
    await page.getByText(`${failed.length} selected, ${rest} others`).waitFor();

    const service = page.getByRole('table', { name: 'Service' }).getByRole('row');
    await service.filter({ hasText: 'prices' }).getByRole('button').focus();
    await page.keyboard.press('f');
    await page.waitForURL(/q=service%3Aprices/);
    await page.getByText('prices', { exact: true }).first().waitFor();
  });

  it('takes any filter as the selection, and names what is wrong with it', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/spans?w=7d&v=compare`);
    const field = page.getByRole('textbox', { name: 'Selection' });

    await field.fill('type:chat');
    await page.keyboard.press('Enter');
    const type = page.getByRole('table', { name: 'Type', exact: true }).getByRole('row');
    await type.filter({ hasText: 'chat' }).getByText('100 %').waitFor();
    expect(new URL(page.url()).searchParams.get('s')).toBe('type:chat');

    await field.fill('service:none');
    await page.keyboard.press('Enter');
    await page.getByText('No span is selected.').waitFor();

    await field.fill('type:chat (');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
  });

  it('compares the slowest spans, and leads to the spans of a range', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/spans?w=7d&v=compare`);
    await page.getByRole('button', { name: 'Slowest 5 %' }).click();
    const duration = page.getByRole('table', { name: 'ag.metrics.duration.cumulative' });

    await duration.getByRole('link').last().click();

    await page.getByRole('grid', { name: 'Spans' }).getByRole('row').nth(1).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toMatch(/^duration>=.* duration<=/);
  });
});
