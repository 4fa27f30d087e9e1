import { describeInBrowser } from './support/describe-in-browser.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 1 });
const [root] = spans;
const traceId = root?.trace_id ?? '';
const hostileId = 'bad0bad0bad0bad0bad0bad0bad0bad0';
const hostileTexts = [
  '<img src=x onerror="document.title=1"><script>document.title = "run"</script>',
  '![tracker](https://example.com/pixel.png) [click](javascript:document.title=1)',
  'before \u202Eafter\u0007',
];
const hostile = {
  trace_id: hostileId,
  span_id: 'bad0bad0bad0bad0',
  span_name: 'draft',
  start_time: root?.start_time ?? '',
  end_time: root?.end_time ?? '',
  attributes: {
    'ag.type.span': 'chat',
    'ag.data.inputs.prompt': hostileTexts.map((content) => ({ role: 'user', content })),
  },
  resource: { attributes: { 'service.name': 'shop' } },
};

describeInBrowser('the trace page', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, [...spans, hostile]));

  const open = async (search = '', id = traceId) => {
    const page = await running.visitor.open(`${running.spanhouse.url}/ui/traces/${id}${search}`);
    await page.getByRole('tab', { name: 'Waterfall' }).waitFor();
    return page;
  };

  it('finds spans by name at once and by content from the service, and goes through the matches', async () => {
    const page = await open();
    await page.getByRole('treegrid', { name: 'Waterfall' }).getByRole('row').nth(1).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('search');
    await page.getByText('3 matches').waitFor();
    await page.keyboard.press('Enter');

    await page.getByRole('region', { name: 'Span' }).getByRole('heading', { level: 2 }).waitFor();
    await page.waitForURL(/[?&]s=/);
    await waitUntilSameInFreshBrowser(running.visitor, page);
    await page.getByRole('searchbox', { name: 'Find in trace' }).fill('nowhere to be found');
    await page.getByText('no match').waitFor();
  });

  it('sums the tokens and costs of models, and shows none for a trace without them', async () => {
    const page = await open();
    await page.getByText('Tokens in → out').waitFor();

    const other = await open('', hostileId);

    await other.getByRole('treegrid', { name: 'Waterfall' }).getByRole('row').nth(0).waitFor();
    expect(await other.getByText(/^(Tokens|Cost)/).allTextContents()).toEqual([]);
  });

  it('shows only key spans, reports the number of hidden spans, and shows them again', async () => {
    const page = await open();
    const rows = page.getByRole('treegrid', { name: 'Waterfall' });
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
    await page.waitForURL((url) => !url.searchParams.has('z'));
    await page.getByRole('slider', { name: /^Beginning/ }).focus();
    await page.keyboard.press('ArrowRight');

    await page.waitForURL(/[?&]z=\d+-\d+/);
  });

  it('shows the new messages of each call, and repeated messages on request', async () => {
    const page = await open('?tab=conversation');
    const messages = page.getByRole('article');
    await messages.filter({ hasText: 'Flex' }).waitFor();

    const answer = messages.getByRole('table').getByRole('cell', { name: '494.40' });
    expect(await answer.count()).toBe(1);
    expect(await messages.filter({ hasText: 'You advise customers' }).count()).toBe(1);
    await page.getByText('3 messages as in call 1').click();
    expect(await messages.filter({ hasText: 'You advise customers' }).count()).toBe(2);
    await page.getByRole('button', { name: 'Show its span' }).first().click();

    const span = page.getByRole('region', { name: 'Span' });
    await span.getByRole('heading', { level: 2, name: 'search' }).waitFor();
  });

  it('shows hostile messages as text: nothing runs, loads or turns the text around', async () => {
    const page = await open('?tab=conversation', hostileId);
    await page.getByRole('article', { name: 'user' }).nth(2).waitFor();

    expect(await page.title()).toContain('draft');
    expect(await page.locator('article img, article script').count()).toBe(0);
    expect(await page.locator('article a[href^="javascript"]').count()).toBe(0);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByText('U+202E').waitFor();
    await conversation.getByText('U+0007').waitFor();
  });

  it('moves through the flame graph by arrow keys, and announces the span', async () => {
    const page = await open('?tab=flame');
    await page.getByRole('figure', { name: /Selected: ask, .*level 1 of 4/ }).focus();

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');

    await page.getByRole('figure', { name: /Selected: choose a tool, .*level 3 of 4/ }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('figure', { name: /Selected: search, / }).waitFor();
  });

  it('orders the table of names by any column', async () => {
    const page = await open();
    await page.keyboard.press('6');
    const table = page.getByRole('table', { name: /^Spans by name/ });

    await table.getByRole('button', { name: 'Tokens' }).click();

    const first = table.getByRole('row').nth(1).getByRole('rowheader');
    await first.getByText('draft').waitFor();
    await first.getByRole('button').click();
    await page.getByRole('region', { name: 'Span' }).getByText('draft').first().waitFor();
  });

  it('shows which steps follow each other, and goes to the spans of one, which the waterfall then shows alone', async () => {
    const page = await open('?tab=steps');
    const row = page.getByRole('table', { name: 'Steps' }).getByRole('row', { name: /^plan/ });

    await row.getByText('choose a tool, search, draft').waitFor();
    await page.getByRole('button', { name: 'search' }).press('Enter');

    const span = page.getByRole('region', { name: 'Span' });
    await span.getByRole('heading', { level: 2, name: 'search' }).waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    const rows = page.getByRole('treegrid', { name: 'Waterfall' });
    await rows.getByText('search', { exact: true }).waitFor();
    // The span and its two ancestors.
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
