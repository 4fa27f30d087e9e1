import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { figureOf, filterOf, pressAll, rowsOf } from './support/page-parts.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { type SentSpan, shopTraces } from './support/shop-traces.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 90 });

/** Returns the root spans that have the given attribute value, oldest first. */
function rootsWith(key: string, value: string): readonly SentSpan[] {
  return spans
    .filter(({ attributes }) => attributes[key] === value)
    .toSorted((one, other) => (one.start_time < other.start_time ? -1 : 1));
}

const turns = rootsWith('ag.session.id', 's-0');

/** Returns the latest end time of the spans in a session. */
function lastSeen(sessionId: string): string {
  const ids = new Set(rootsWith('ag.session.id', sessionId).map(({ trace_id: id }) => id));
  const ends = spans.filter(({ trace_id: id }) => ids.has(id)).map(({ end_time: end }) => end);
  return ends.toSorted().at(-1) ?? '';
}

function sessionSpan(sessionId: string, question: string): SentSpan {
  const now = new Date().toISOString();
  return {
    trace_id: crypto.randomUUID().replaceAll('-', ''),
    span_id: crypto.randomUUID().replaceAll('-', '').slice(0, 16),
    span_name: 'ask',
    start_time: now,
    end_time: now,
    attributes: { 'ag.session.id': sessionId, 'ag.data.inputs.question': question },
    resource: { attributes: { 'service.name': 'shop' } },
  };
}

describeInBrowser('the sessions and users', { spans }, (running) => {
  const turnsOf = (page: Page) => page.getByRole('feed').getByRole('article');

  it('lead from a session to its turns, oldest first, and on to a trace, by keys alone', async () => {
    const page = await running.open('sessions?w=7d');
    const row = page.getByRole('grid', { name: 'Sessions' }).getByRole('row', { name: /^s-0/ });
    await row.waitFor();

    await row.focus();
    await page.keyboard.press('Enter');
    const articles = turnsOf(page);
    await articles.nth(turns.length - 1).waitFor();
    expect(await articles.count()).toBe(turns.length);
    await waitUntilSameInFreshBrowser(running.visitor, page);
    await pressAll(page, 'j', 'j', 'Enter');

    await page.waitForURL(`**/traces/${turns[1]?.trace_id}`);
  });

  it('show the turns of a session newest first on request, and the pauses between them', async () => {
    const page = await running.open('sessions/s-0');
    const first = turnsOf(page).first();
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
    const page = await running.open('users?w=7d');
    const row = page.getByRole('grid', { name: 'Users' }).getByRole('row', { name: /^ana/ });
    const traces = rootsWith('ag.user.id', 'ana');
    await row.getByRole('gridcell', { name: String(traces.length), exact: true }).waitFor();

    await row.click();

    const newest = String(traces.at(-1)?.attributes['ag.data.inputs.question']);
    const first = turnsOf(page).first();
    await first.getByRole('heading', { name: newest }).waitFor();
    await page.getByRole('button', { name: 'Newest first' }).waitFor();
    await page.keyboard.press('2');

    const sessions = new Set(traces.map(({ attributes }) => attributes['ag.session.id']));
    const rows = rowsOf(page, 'Sessions');
    await rows.nth(sessions.size).waitFor();
    expect(await rows.count()).toBe(sessions.size + 1);
    expect(await page.getByRole('button', { name: 'Newest first' }).count()).toBe(0);
    await page.keyboard.press('3');

    const totals = page.getByRole('region', { name: 'Totals' });
    await totals.getByText(String(traces.length), { exact: true }).waitFor();
    await figureOf(page, /^Traces/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('list only the sessions and users with a span that matches the filter', async () => {
    const page = await running.open('users?w=7d&q=user%3Aana');
    const grid = page.getByRole('grid', { name: 'Users' });
    await grid.getByRole('row', { name: /^ana/ }).waitFor();
    expect(await grid.getByRole('row').count()).toBe(2);

    await filterOf(page).fill('name:nothing');
    await page.keyboard.press('Enter');

    await page.getByText('No user has a span that matches.').waitFor();
  });

  it('show when a session outside of the window was last seen, and then all of it', async () => {
    const page = await running.open('sessions/s-0?w=2020-01-01T00:00:00Z..2020-01-02T00:00:00Z');
    await page.getByText('This session has no trace in the window.').waitFor();
    const seen = page.getByRole('main').locator('time').last();
    expect(await seen.getAttribute('datetime')).toBe(lastSeen('s-0'));

    await page.getByRole('button', { name: 'Show all time' }).press('Enter');

    await turnsOf(page)
      .nth(turns.length - 1)
      .waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('show the sums of all traces of a session and of a user above their turns', async () => {
    const session = await running.open('sessions/s-0');
    await session.getByText(`${turns.length} traces`).waitFor();

    const user = await running.open('users/ana');
    await user.getByText(`${rootsWith('ag.user.id', 'ana').length} traces`).waitFor();
  });

  it('open the neighbours in the list of the window with [ and ], and report its ends', async () => {
    const page = await running.open('users?w=7d');
    const grid = page.getByRole('grid', { name: 'Users' });
    await grid.getByRole('row').nth(2).waitFor();
    const ids = await grid.locator('[role=row] b').allTextContents();
    await grid.getByRole('row').nth(1).click();
    await page.waitForURL(`**/users/${ids[0]}?w=7d`);
    await page.getByRole('article').first().waitFor();

    await page.keyboard.press(']');
    await page.waitForURL(`**/users/${ids[1]}?w=7d`);
    await page.keyboard.press('[');
    await page.waitForURL(`**/users/${ids[0]}?w=7d`);
    await page.keyboard.press('[');

    await page.getByText('This is the first user.').waitFor();
  });

  it('add turns while they arrive, and change those whose spans arrive, by keys alone', async () => {
    const first = sessionSpan('live-1', 'first question');
    await running.store([first]);
    const page = await running.open('sessions/live-1');
    const articles = turnsOf(page);
    await articles.first().waitFor();
    const followed = page.waitForResponse('**/spans/tail');
    await page.keyboard.press('l');
    await followed;
    await page.getByRole('button', { name: 'Live', pressed: true }).waitFor();

    await running.store([sessionSpan('live-1', 'second question')]);
    await articles.nth(1).getByRole('heading', { name: 'second question' }).waitFor();
    await page.getByText('2 traces').waitFor();
    const attributes = { ...first.attributes, 'ag.data.outputs': 'the first answer' };
    await running.store([{ ...first, attributes }]);

    await articles.first().getByText('the first answer').waitFor();
    expect(await articles.count()).toBe(2);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('show the conversation of a turn in its place, and its newest turn first, by keys alone', async () => {
    const asked = turns.findLast(({ span_name: name }) => name === 'ask') ?? turns[0];
    const page = await running.open(`sessions/s-0?s=${asked?.trace_id}`);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    const article = turnsOf(page).filter({ has: conversation });
    await article.getByRole('article', { name: 'assistant' }).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await article.first().focus();
    await page.keyboard.press('Space');
    await conversation.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.keyboard.press('o');

    await page.waitForURL(/o=descending/);
  });

  it('mark ids without a visible character', async () => {
    await running.store([sessionSpan('  ', 'who am I?')]);
    const page = await running.open('sessions?w=7d');
    const row = page.getByRole('row', { name: /\(blank: 2 spaces\)/ });

    await row.click();

    await page.getByRole('heading', { name: '(blank: 2 spaces)', level: 2 }).waitFor();
    await page.getByRole('heading', { name: 'who am I?' }).waitFor();
  });

  it('report that nothing is stored for an unknown id', async () => {
    const page = await running.open('sessions/unknown');

    await page.getByText('No trace of this session is stored.').waitFor();
  });
});
