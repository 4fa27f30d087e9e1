import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 60 });
const newestFirst = spans.toSorted((one, other) => (one.start_time < other.start_time ? 1 : -1));
const [newest] = newestFirst;
const window = `${new Date(newestMs - 86_400_000).toISOString()}..${new Date(newestMs + 60_000).toISOString()}`;

describeInBrowser('the explorer', (running) => {
  const open = (search = `w=${encodeURIComponent(window)}`) =>
    running.visitor.open(`${running.spanhouse.url}/ui/spans?${search}`);
  const rowsOf = (page: Page) =>
    page
      .getByRole('grid', { name: 'Spans' })
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') });
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  it('lists the newest span first, and its time to the nanosecond on hover', async () => {
    const page = await open();
    const first = rowsOf(page).first();

    await first.getByText(newest?.span_name ?? '', { exact: true }).waitFor();
    await first.getByRole('gridcell').first().hover();
    const nanoseconds = newest?.start_time.slice(-'.000000000Z'.length) ?? '';
    expect(await first.getByRole('gridcell').first().innerHTML()).toContain(nanoseconds);
  });

  it('reads the rows of later pages when the list scrolls', async () => {
    const page = await open();
    await rowsOf(page).first().waitFor();
    const grid = page.getByRole('grid', { name: 'Spans' });

    await grid.hover();
    const oldest = newestFirst.at(-1)?.start_time ?? '';
    const last = grid.locator(`[title$="${oldest}"]`).first();
    await waitUntil('the list shows its oldest row', async () => {
      await page.mouse.wheel(0, 2000);
      return last.isVisible();
    });
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(spans.length + 1));
  });

  it('opens the trace of a row by keys alone, and comes back', async () => {
    const page = await open();
    await rowsOf(page).first().waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/ui/traces/${newest?.trace_id}?**${newest?.span_id}**`);
    await page.getByText(/^1 of \d/).waitFor();
    await page.getByRole('button', { name: 'Next result' }).click();
    await page.getByText(/^2 of \d/).waitFor();
    await page.goBack();
    await page.goBack();

    await page.getByRole('row', { selected: true }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('w')).toBe(window);
    expect(searchParams.get('s')).toBe(`${newest?.trace_id}-${newest?.span_id}`);
    await waitUntilSameInFreshBrowser(running.visitor, page);
  });

  it('keeps the window and the filter in the address', async () => {
    const page = await open('');
    await page.getByRole('button', { name: /^Window/ }).click();
    await page.getByRole('dialog', { name: 'Window' }).getByText('Last 7 d').click();
    await page.getByRole('combobox', { name: 'Filter' }).fill('heat pumps');
    await page.keyboard.press('Enter');

    await page.waitForURL(/q=heat/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      w: '7d',
      q: 'heat pumps',
    });
    await rowsOf(page).first().waitFor();
    await waitUntilSameInFreshBrowser(running.visitor, page);
  });

  it('counts all spans that match, and narrows them down by a facet and by a bar of the chart', async () => {
    const page = await open();
    const count = spans.length.toLocaleString('en');
    await page.getByRole('status').getByText(count).waitFor();
    const chats = spans.filter(({ attributes }) => attributes['ag.type.span'] === 'chat').length;

    await page
      .getByRole('group', { name: 'Type' })
      .getByRole('checkbox', { name: /^chat/ })
      .check();
    await page.waitForURL(/q=type%3Achat/);
    await page.getByRole('status').getByText(String(chats)).waitFor();
    await page.getByRole('figure', { name: /^Spans by time/ }).press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');

    await page.waitForURL((url) => url.searchParams.get('w') !== window);
    await page.getByText(/no span matches/i).waitFor();
    await page.goBack();
    await page.getByRole('status').getByText(String(chats)).waitFor();
  });

  it('completes names, keys and values while the user types, by keys alone', async () => {
    const page = await open();
    await rowsOf(page).first().waitFor();
    const filter = page.getByRole('combobox', { name: 'Filter' });
    const option = (name: RegExp) => page.getByRole('option', { name });

    await page.keyboard.press('/');
    await page.keyboard.type('stat');
    await option(/^status:/).waitFor();
    await page.keyboard.press('Tab');
    await option(/^error/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await filter.inputValue()).toBe('status:error');
    await page.keyboard.type(' .customer');
    await option(/^\.customer\.tier/).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(':prem');
    await option(/^premium/).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await page.waitForURL(
      (url) => url.searchParams.get('q') === 'status:error .customer.tier:premium',
    );
  });

  it('shows the data of the chart as a table', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Table' }).click();

    const table = page.getByRole('table', { name: 'Spans by time' });
    await table.getByRole('row').nth(1).waitFor();
    const cells = await table.getByRole('cell').allTextContents();
    expect(cells.reduce((sum, text) => sum + Number(text), 0)).toBe(spans.length);
  });

  it('asks for an integer beyond 2^53 with every digit', async () => {
    const filter = '.n:18446744073709551615';
    const page = await open(`q=${encodeURIComponent(filter)}`);
    const request = page.waitForRequest('**/api/spans/query');
    await page.reload();

    expect((await request).postData()).toContain('"value":18446744073709551615}');
    await page.getByText('No span matches.').waitFor();
  });

  it('says that nothing matches, without an alert', async () => {
    const page = await open('w=2001-01-01T00:00:00Z..2001-01-02T00:00:00Z');

    await page.getByText(/no span matches/i).waitFor();
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
  });
});
