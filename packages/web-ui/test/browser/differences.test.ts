import { describeInBrowser } from './support/describe-in-browser.js';
import { openList, parameterOf, rowsOf } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 20 });
const failed = spans.filter(({ status_code }) => status_code === 'STATUS_CODE_ERROR');

describeInBrowser('the differences of selected spans', { spans }, (running) => {
  it('shows how failed spans differ', async () => {
    const page = await openList(running, 'spans?w=7d');
    await page.keyboard.press('3');

    const status = page.getByRole('table', { name: 'Status' }).getByRole('row');
    const errors = status.filter({ hasText: 'error' });
    await errors.getByText('100 %').waitFor();
    await errors.getByText('0 %', { exact: true }).waitFor();
    const rest = spans.length - failed.length;
    await page.getByText(`${failed.length} selected, ${rest} others`).waitFor();
  });

  it('takes any filter as the selection, and names what is wrong with it', async () => {
    const page = await running.open('spans?w=7d&v=compare');
    const field = page.getByRole('textbox', { name: 'Selection' });

    await field.fill('type:chat');
    await page.keyboard.press('Enter');
    const type = page.getByRole('table', { name: 'Type', exact: true }).getByRole('row');
    await type.filter({ hasText: 'chat' }).getByText('100 %').waitFor();
    expect(parameterOf(page, 's')).toBe('type:chat');

    await field.fill('service:none');
    await page.keyboard.press('Enter');
    await page.getByText('No span is selected.').waitFor();

    await field.fill('type:chat (');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
  });

  it('compares the slowest spans, and leads to the spans of a range', async () => {
    const page = await running.open('spans?w=7d&v=compare');
    await page.getByRole('button', { name: 'Slowest 5 %' }).click();
    const duration = page.getByRole('table', { name: 'ag.metrics.duration.cumulative' });

    await duration.getByRole('link').last().click();

    await rowsOf(page).nth(1).waitFor();
    expect(parameterOf(page, 'q')).toMatch(/^duration>=.* duration<=/);
  });
});
