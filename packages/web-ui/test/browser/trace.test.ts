import { describeInBrowser } from './support/describe-in-browser.js';
import { figureOf, pressAll, spanOf, untilParameter, waterfallOf } from './support/page-parts.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';

const stored = shopTraces({ newestMs: Date.now(), traces: 5 });
const traceId = stored[0]?.trace_id ?? '';
const spans = stored.filter(({ trace_id: id }) => id === traceId);

describeInBrowser('the trace page', { spans: stored }, (running) => {
  const open = async (search = '', id = traceId) => {
    const page = await running.open(`traces/${id}${search}`);
    await page.getByRole('tab', { name: 'Waterfall' }).waitFor();
    return page;
  };

  it('finds spans by name at once and by content from the service, and goes through the matches', async () => {
    const page = await open();
    await waterfallOf(page).getByRole('row').nth(1).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('search');
    await page.getByText('3 matches').waitFor();
    await page.keyboard.press('Enter');

    await spanOf(page).getByRole('heading', { level: 2 }).waitFor();
    await page.waitForURL(/[?&]s=/);
    await waitUntilSameInFreshBrowser(running.visitor, page);
    await page.getByRole('searchbox', { name: 'Find in trace' }).fill('nowhere to be found');
    await page.getByText('no match').waitFor();
  });

  it('sums the tokens and costs of models, and shows none for a trace without them', async () => {
    const page = await open();
    await page.getByText('Tokens in → out').waitFor();

    const mail = stored.find(({ span_name: name }) => name === 'send newsletter');
    const other = await open('', mail?.trace_id);

    await waterfallOf(other).getByRole('row').nth(0).waitFor();
    expect(await other.getByText(/^(Tokens|Cost)/).allTextContents()).toEqual([]);
  });

  it('shows only key spans, reports the number of hidden spans, and shows them again', async () => {
    const page = await open();
    const rows = waterfallOf(page);
    await rows.getByText('GET /prices').waitFor();

    await page.keyboard.press('o');
    await page.getByText('1 span is hidden').waitFor();
    expect(await rows.getAttribute('aria-rowcount')).toBe(String(spans.length - 1));
    await page.getByRole('button', { name: 'Show all' }).click();

    await rows.getByText('GET /prices').waitFor();
  });

  it('zooms to a span and back by keys, and moves the ends of the time by their handles', async () => {
    const page = await open();
    const draft = page.getByRole('treegrid').getByText('draft', { exact: true });
    await draft.click();

    await page.keyboard.press('z');
    await page.waitForURL(/[?&]z=\d+-\d+/);
    await page.keyboard.press('0');
    await untilParameter(page, 'z', null);
    await page.getByRole('slider', { name: /^Beginning/ }).focus();
    await page.keyboard.press('ArrowRight');

    await page.waitForURL(/[?&]z=\d+-\d+/);
  });

  it('moves through the flame graph by arrow keys, and announces the span', async () => {
    const page = await open('?tab=flame');
    await figureOf(page, /Selected: ask, .*level 1 of 4/).focus();

    await pressAll(page, 'ArrowDown', 'ArrowDown');

    await figureOf(page, /Selected: choose a tool, .*level 3 of 4/).waitFor();
    await page.keyboard.press('ArrowRight');
    await figureOf(page, /Selected: search, /).waitFor();
  });

  it('orders the table of names by any column', async () => {
    const page = await open();
    await page.keyboard.press('6');
    const table = page.getByRole('table', { name: /^Spans by name/ });

    await table.getByRole('button', { name: 'Tokens' }).click();

    const first = table.getByRole('row').nth(1).getByRole('rowheader');
    await first.getByText('draft').waitFor();
    await first.getByRole('button').click();
    await spanOf(page).getByText('draft').first().waitFor();
  });

  it('shows which steps follow each other, and goes to the spans of one, which the waterfall then shows alone', async () => {
    const page = await open('?tab=steps');
    const row = page.getByRole('table', { name: 'Steps' }).getByRole('row', { name: /^plan/ });

    await row.getByText('choose a tool, search, draft').waitFor();
    await page.getByRole('button', { name: 'search' }).press('Enter');

    const span = spanOf(page);
    await span.getByRole('heading', { level: 2, name: 'search' }).waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    const rows = waterfallOf(page);
    await rows.getByText('search', { exact: true }).waitFor();
    // The three rows are the span and its two ancestors.
    expect(await rows.getAttribute('aria-rowcount')).toBe('3');
  });

  it('lists the log in order of time, without the kinds that the user clears', async () => {
    const page = await open('?tab=log');
    const log = page.getByRole('list', { name: 'Log' });
    await log.getByRole('listitem').first().getByText('input').waitFor();

    await page.getByRole('checkbox', { name: 'Inputs' }).uncheck();

    await log.getByRole('listitem').first().getByText('output').waitFor();
    expect(await log.getByText('input', { exact: true }).count()).toBe(0);
  });
});
