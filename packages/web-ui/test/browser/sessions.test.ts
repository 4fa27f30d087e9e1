import { describeInBrowser } from './support/describe-in-browser.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { type SentSpan, shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 90 });

/** The roots with a value, oldest first. */
function rootsWith(key: string, value: string): readonly SentSpan[] {
  return spans
    .filter(({ attributes }) => attributes[key] === value)
    .toSorted((one, other) => (one.start_time < other.start_time ? -1 : 1));
}

const turns = rootsWith('ag.session.id', 's-0');

describeInBrowser('the sessions and users', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));
  const open = (path: string) => running.visitor.open(`${running.spanhouse.url}/ui/${path}`);

  it('lead from a session to its turns, oldest first, and on to a trace, by keys alone', async () => {
    const page = await open('sessions?w=7d');
    const row = page.getByRole('grid', { name: 'Sessions' }).getByRole('row', { name: /^s-0/ });
    await row.waitFor();

    await row.focus();
    await page.keyboard.press('Enter');
    const articles = page.getByRole('feed').getByRole('article');
    await articles.nth(turns.length - 1).waitFor();
    expect(await articles.count()).toBe(turns.length);
    await waitUntilSameInFreshBrowser(running.visitor, page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');

    await page.waitForURL(`**/traces/${turns[1]?.trace_id}`);
  });

  it('show the turns of a session newest first on request, and the pauses between them', async () => {
    const page = await open('sessions/s-0');
    const first = page.getByRole('feed').getByRole('article').first();
    await first.waitFor();

    await page.getByRole('button', { name: 'Oldest first' }).click();

    await page.waitForURL(/o=descending/);
    const newest = String(turns.at(-1)?.attributes['ag.data.inputs.question']);
    await first.getByRole('heading', { name: newest }).waitFor();
    await page
      .getByText(/a pause of \d+ h/)
      .first()
      .waitFor();
  });

  it('list the users with their traces, and what one of them asked, newest first', async () => {
    const page = await open('users?w=7d');
    const row = page.getByRole('grid', { name: 'Users' }).getByRole('row', { name: /^ana/ });
    const traces = rootsWith('ag.user.id', 'ana');
    await row.getByRole('gridcell', { name: String(traces.length), exact: true }).waitFor();

    await row.click();

    const newest = String(traces.at(-1)?.attributes['ag.data.inputs.question']);
    const first = page.getByRole('feed', { name: 'Traces' }).getByRole('article').first();
    await first.getByRole('heading', { name: newest }).waitFor();
  });

  it('list only the sessions and users with a span that matches the filter', async () => {
    const page = await open('users?w=7d&q=user%3Aana');
    const grid = page.getByRole('grid', { name: 'Users' });
    await grid.getByRole('row', { name: /^ana/ }).waitFor();
    expect(await grid.getByRole('row').count()).toBe(2);

    await page.getByRole('combobox', { name: 'Filter' }).fill('name:nothing');
    await page.keyboard.press('Enter');

    await page.getByText('No user has a span that matches.').waitFor();
  });

  it('say that nothing is stored for an id that nobody sent', async () => {
    const page = await open('sessions/nobody');

    await page.getByText('No trace of this session is stored.').waitFor();
  });

  it('list traces beside spans with the same filter and window', async () => {
    const page = await open('spans?w=7d&q=status%3Aerror');
    await page.getByRole('grid', { name: 'Spans' }).getByRole('row').nth(1).waitFor();

    await page.keyboard.press('2');

    const failed = new Set(
      spans
        .filter(({ status_code: code }) => code === 'STATUS_CODE_ERROR')
        .map((span) => span.trace_id),
    );
    await page.getByRole('status').getByText(`${failed.size} traces`).waitFor();
    expect(new URL(page.url()).search).toBe('?q=status%3Aerror&w=7d');
  });
});
