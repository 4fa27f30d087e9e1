import { waitUntil } from '@spanhouse/service-runtime/testing';
import { describeInBrowser } from './support/describe-in-browser.js';
import { figureOf, filterOf, pressAll, spanRowsOf, untilParameter } from './support/page-parts.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 60 });
const newestFirst = spans.toSorted((one, other) => (one.start_time < other.start_time ? 1 : -1));
const [newest] = newestFirst;
const window = `${new Date(newestMs - 86_400_000).toISOString()}..${new Date(newestMs + 60_000).toISOString()}`;

describeInBrowser('the explorer', { spans }, (running) => {
  const open = (search = `w=${encodeURIComponent(window)}`) => running.open(`spans?${search}`);

  it('lists the newest span first, and its time to the nanosecond on hover', async () => {
    const page = await open();
    const first = spanRowsOf(page).first();

    await first.getByText(newest?.span_name ?? '', { exact: true }).waitFor();
    await first.getByRole('gridcell').first().hover();
    const nanoseconds = newest?.start_time.slice(-'.000000000Z'.length) ?? '';
    expect(await first.getByRole('gridcell').first().innerHTML()).toContain(nanoseconds);
  });

  it('reads the rows of later pages when the list scrolls', async () => {
    const page = await open();
    await spanRowsOf(page).first().waitFor();
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
    await spanRowsOf(page).first().waitFor();

    await pressAll(page, 'j', 'Enter');
    await page.waitForURL(`**/ui/traces/${newest?.trace_id}?**${newest?.span_id}**`);
    await page.getByText(/^1 of \d/).waitFor();
    await page.keyboard.press(']');
    await page.getByText(/^2 of \d/).waitFor();
    await page.keyboard.press('[');
    await page.getByText(/^1 of \d/).waitFor();
    await page.goBack();
    await page.goBack();
    await page.goBack();

    await page.getByRole('row', { selected: true }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('w')).toBe(window);
    expect(searchParams.get('s')).toBe(`${newest?.trace_id}-${newest?.span_id}`);
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
    await figureOf(page, /^Spans by time/).press('ArrowRight');
    await pressAll(page, 'Shift+ArrowRight', 'Enter');

    await page.waitForURL((url) => url.searchParams.get('w') !== window);
    await page.getByText(/no span matches/i).waitFor();
    await page.goBack();
    await page.getByRole('status').getByText(String(chats)).waitFor();
  });

  it('completes names, keys and values while the user types, by keys alone', async () => {
    const page = await open();
    await spanRowsOf(page).first().waitFor();
    const filter = filterOf(page);
    const option = (name: RegExp) => page.getByRole('option', { name });

    await page.keyboard.press('/');
    await page.keyboard.type('stat');
    await option(/^status:/).waitFor();
    await page.keyboard.press('Tab');
    await option(/^error/).waitFor();
    await pressAll(page, 'ArrowDown', 'Enter');
    expect(await filter.inputValue()).toBe('status:error');
    await page.keyboard.type(' .customer');
    await option(/^\.customer\.tier/).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(':prem');
    await option(/^premium/).waitFor();
    await pressAll(page, 'Tab', 'Enter');

    await untilParameter(page, 'q', 'status:error .customer.tier:premium');
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
});
