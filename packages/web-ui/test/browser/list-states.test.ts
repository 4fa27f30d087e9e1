import { text } from 'node:stream/consumers';
import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { holdReads } from './support/hold-reads.js';
import { intercept } from './support/intercept.js';
import { type SentSpan, shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';
import { unfinishedAnswer } from './support/unfinished-answer.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 40 });
/** Interval between two counts of new rows. */
const COUNT_MS = 5000;
const late = 'The query took longer than the deadline.';

describeInBrowser('a list of spans', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  const open = (search: string) =>
    running.visitor.open(`${running.spanhouse.url}/ui/spans?${search}`);
  const rows = (page: Page) =>
    page
      .getByRole('grid', { name: 'Spans' })
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') });
  const restart = (page: Page) => page.keyboard.press('r');
  const unfinished = (path: string, until: { readonly limit: number; readonly reached: string }) =>
    unfinishedAnswer(`${running.spanhouse.url}${path}`, { ...until, message: late });

  const old = encodeURIComponent(`${new Date(0).toISOString()}..${new Date(1000).toISOString()}`);

  it('that is empty offers the newest match, and counts what each condition matches alone', async () => {
    const page = await open(`w=${old}&q=type%3Achat`);
    await page.getByText(/The newest match is from/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show it' }).press('Enter');
    await rows(page).first().waitFor();

    await page.getByRole('combobox', { name: 'Filter' }).fill('type:chat service:mailer');
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Matches of each condition alone' });
    await table.getByRole('row').nth(2).waitFor();
    await page.getByText(/whatever the window is/).waitFor();
    await table.getByRole('button', { name: 'Leave out service:mailer' }).press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === 'type:chat');
  });

  it.each(['heat', 'compare'])('that is empty offers the newest match as %s too', async (view) => {
    const page = await open(`w=${old}&v=${view}`);

    await page.getByText(/The newest match is from/).waitFor();
    await page.getByRole('button', { name: 'Show it' }).press('Enter');

    await page.getByText(/The newest match is from/).waitFor({ state: 'detached' });
  });

  it('that took too long keeps its rows, reports the time range that was not searched, and continues there', async () => {
    running.visitor.expect(/the API document does not describe/); // the answer is the test's own
    const page = await open('w=24h');
    await rows(page).first().waitFor();
    const reached = new Date(newestMs - 3_600_000).toISOString().replace('.000Z', 'Z');
    const answer = await unfinished('/spans/query', { limit: 10, reached });
    await intercept(page, '**/api/spans/query', (route) => route.fulfill(answer));
    await restart(page);
    const alert = page.getByRole('alert').filter({ hasText: late });
    await alert.getByText(/Not looked at: before \d\d:\d\d:\d\d/).waitFor();
    expect(await rows(page).count()).toBe(10);
    expect(await findBarriers(page)).toEqual([]);

    await page.unroute('**/api/spans/query');
    const request = page.waitForRequest('**/api/spans/query');
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    expect((await request).postDataJSON().windowing).toMatchObject({ newest: reached });
    await alert.waitFor({ state: 'detached' });
    await page.waitForFunction(
      () =>
        Number(document.querySelector('[role=grid]')?.querySelectorAll('[role=row]').length) > 20,
    );
  });

  it('that is slow shows its progress, and Cancel ends the request', async () => {
    const page = await open('w=24h');
    await page.getByRole('group', { name: 'Type' }).waitFor(); // the facets load last
    const { ended, release } = await holdReads(page);
    await restart(page);
    await page.getByText(/Searching for \d+ s/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');

    await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
    await waitUntil('the numbers and the facets are cancelled too', () => ended.length === 3);
    expect(ended.toSorted()).toEqual(['count', 'facets', 'rows']);
    await page.getByText('Not counted: cancelled.').waitFor();
    await release();
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await rows(page).first().waitFor();
    await page.getByRole('figure', { name: /^Spans by time/ }).waitFor();
    await page.getByRole('group', { name: 'Type' }).waitFor();
  });

  it('is cancelled by Esc, with the numbers and the facets, before Esc clears the selection', async () => {
    const page = await open('w=24h');
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('row', { selected: true }).waitFor();
    await page.getByRole('group', { name: 'Type' }).waitFor(); // the facets load last
    const { ended, release } = await holdReads(page);
    await restart(page);
    await page.getByText(/Searching for \d+ s/).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
    await waitUntil('everything is cancelled', () => ended.length === 3);
    await release();
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.getByRole('row', { selected: true }).waitFor();
    await running.visitor.untilStill(page); // Esc would cancel a running request
    await page.keyboard.press('Escape');
    await page.getByRole('row', { selected: true }).waitFor({ state: 'detached' });
  });

  it('of traces keeps its rows when the search takes too long, and continues where it stopped', async () => {
    running.visitor.expect(/the API document does not describe/); // the answer is the test's own
    const page = await running.visitor.open(`${running.spanhouse.url}/ui/traces?w=24h`);
    const traces = page.getByRole('grid', { name: 'Traces' }).getByRole('row');
    await traces.nth(2).waitFor();
    const first = await traces.nth(1).textContent();
    const reached = new Date(newestMs - 60_000).toISOString().replace('.000Z', 'Z');
    const answer = await unfinished('/traces/summaries/query', { limit: 1, reached });
    await intercept(page, '**/api/traces/summaries/query', (route) => route.fulfill(answer));
    await restart(page);
    const alert = page.getByRole('alert').filter({ hasText: late });
    await alert.getByText(/Not looked at: before \d\d:\d\d:\d\d/).waitFor();
    expect(await traces.count()).toBe(2);

    await page.unroute('**/api/traces/summaries/query');
    const request = page.waitForRequest('**/api/traces/summaries/query');
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    // The bound is exclusive, and another trace may have the same time.
    const newest = reached.replace(/(?:\.(\d+))?Z$/, (_, ms = '') => `.${ms.padEnd(8, '0')}1Z`);
    expect((await request).postDataJSON().windowing).toMatchObject({ newest });
    await alert.waitFor({ state: 'detached' });
    await traces.nth(2).waitFor();
    expect(await traces.filter({ hasText: first ?? '' }).count()).toBeLessThanOrEqual(1);
  });

  it('keeps its rows while the service does not answer, and says when they were read', async () => {
    running.visitor.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
    const page = await open('w=24h');
    await rows(page).first().waitFor();
    const first = await rows(page).first().textContent();
    await intercept(page, '**/api/**', (route) => route.abort());
    await restart(page);

    const kept = page.getByRole('alert').filter({ hasText: /What is shown is from \d\d:/ });
    await kept.waitFor();
    expect(await rows(page).first().textContent()).toBe(first);
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute('**/api/**');
    await kept.getByRole('button', { name: 'Retry' }).press('Enter');
    await page.getByText(/What is shown is from/).waitFor({ state: 'detached' });
  });

  it('counts down when there were too many requests', async () => {
    running.visitor.expect(/429/);
    const page = await open('w=24h');
    await rows(page).first().waitFor();
    await intercept(page, '**/api/spans/query', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '7', 'content-type': 'application/json' },
        body: '{"detail":"Too many requests."}',
      }),
    );
    await restart(page);

    await page.getByRole('button', { name: /^Retry in \d s/ }).waitFor();
  });

  /** Removes the browser's ability to write to files. */
  const withoutFiles = (page: Page) =>
    page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));

  it('is written to a download where the browser cannot write to files', async () => {
    const page = await open('w=24h&q=type%3Achat');
    await rows(page).first().waitFor();
    await withoutFiles(page);
    const download = page.waitForEvent('download');
    await page.keyboard.press('e');
    const stream = await (await download).createReadStream();

    const lines = (await text(stream)).trimEnd().split('\n');
    const chats = spans.filter(({ attributes }) => attributes['ag.type.span'] === 'chat');
    expect(lines.map((line) => JSON.parse(line).span_id).toSorted()).toEqual(
      chats.map(({ span_id: id }) => id).toSorted(),
    );
    await page.getByRole('status').getByText(`Exported ${chats.length} rows`).waitFor();
  });

  it('is written to the chosen file as it arrives', async () => {
    const page = await open('w=24h&q=type%3Atool');
    await rows(page).first().waitFor();
    await page.evaluate(() => {
      const state = { bytes: 0, isClosed: false };
      const writable = {
        write: async (part: Uint8Array) => {
          state.bytes += part.length;
        },
        close: async () => {
          state.isClosed = true;
        },
      };
      const showSaveFilePicker = async () => ({ createWritable: async () => writable });
      Object.assign(window, { showSaveFilePicker, written: state });
    });
    await page.keyboard.press('e');

    await page
      .getByRole('status')
      .getByText(/^Exported \d+ rows/)
      .waitFor();
    const written = await page.evaluate(() => (window as unknown as { written: object }).written);
    expect(written).toMatchObject({ isClosed: true, bytes: expect.any(Number) });
  });

  it('fails visibly when an export ends with an error, and keeps no file', async () => {
    const page = await open('w=24h');
    await rows(page).first().waitFor();
    await intercept(page, '**/api/spans/query', async (route) => {
      const body = `{"span_id":"a"}\n{"error":{"status":503,"code":"x","message":"The store broke."}}\n`;
      await route.fulfill({ body, contentType: 'application/x-ndjson' });
    });
    running.visitor.expect(/the API document does not describe/); // the answer is the test's own
    await withoutFiles(page);
    let hasFile = false;
    page.on('download', () => {
      hasFile = true;
    });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Export/ }).click();

    await page
      .getByRole('alert')
      .getByText(/failed after 1 rows.*The store broke\. No file was written/)
      .waitFor();
    expect(hasFile).toBe(false);
  });

  it('shows the number of new spans without moving, and shows them with r', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/spans?w=24h`, {
      prepare: (opened) => opened.clock.install(),
    });
    await rows(page).first().waitFor();
    await visitor.untilStill(page); // the first count has finished
    const first = await rows(page).first().textContent();
    const [template] = shopTraces({ newestMs: Date.now(), traces: 1 });
    const added = { ...template, trace_id: 'f'.repeat(32), span_name: 'just now' } as SentSpan;
    await storeSpans(spanhouse.url, [added]);
    await page.clock.runFor(COUNT_MS);

    await page.getByRole('button', { name: /^1 new span/ }).waitFor();
    expect(await rows(page).first().textContent()).toBe(first);
    await restart(page);
    await rows(page).first().getByText('just now').waitFor();
  });

  it('is narrowed down to the slowest of a hundred', async () => {
    const page = await open('w=24h');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: /^Slowest/ }).click();

    await page.waitForURL((url) => /^duration>=[\d.]+$/.test(url.searchParams.get('q') ?? ''));
    await rows(page).first().waitFor();
    expect(await rows(page).count()).toBeLessThan(10);
  });
});
