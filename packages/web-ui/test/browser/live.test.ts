import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { rowsOf } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

describeInBrowser('the live list', {}, (running) => {
  const traces = (number: number) =>
    shopTraces({ newestMs: Date.now() - number * 60_000, traces: 1 }).map((span) => ({
      ...span,
      trace_id: `${number}`.repeat(32),
    }));

  it('shows spans as they arrive, pauses for a selected row, and resumes', async () => {
    const page = await running.open('spans');
    await page.getByText(/waiting for the first span/i).waitFor();
    await page.keyboard.press('l');
    await page.getByText('Waiting for a span that matches').waitFor();
    await page.getByText('0 matched').waitFor();
    const button = page.getByRole('button', { name: 'Live', pressed: true });
    await button.waitFor();

    const first = traces(1);
    await running.store(first);
    const rows = rowsOf(page);
    await rows.nth(first.length).waitFor();
    await page.getByText(`${first.length} matched`).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.keyboard.press('j');
    await page.getByText('Paused').waitFor();
    const second = traces(2);
    await running.store(second);
    await page.getByRole('button', { name: `Show ${second.length} new` }).click();
    await rows.nth(first.length + second.length).waitFor();

    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Live', pressed: false }).waitFor();
    expect(new URL(page.url()).searchParams.has('live')).toBe(false);
  });

  it('follows the spans that match the filter of the address only', async () => {
    const page = await running.open('spans?live=1&q=type%3Achat');
    await page.getByText('0 matched').waitFor();

    const spans = traces(3);
    const chats = spans.filter(({ attributes }) => JSON.stringify(attributes).includes('"chat"'));
    await running.store(spans);

    await page.getByText(`${chats.length} matched`).waitFor();
    const rows = rowsOf(page);
    await rows.nth(chats.length).waitFor();
    expect(await rows.count()).toBe(chats.length + 1);
  });
});
