import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { holdReads } from './support/hold-reads.js';
import { intercept } from './support/intercept.js';
import { figureOf, filterOf, spanRowsOf, untilParameter } from './support/page-parts.js';
import { type SentSpan, shopTraces } from './support/shop-traces.js';
import { unfinishedAnswer } from './support/unfinished-answer.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 40 });
/** Interval in ms at which the page counts new rows. */
const COUNT_MS = 5000;
const late = 'The query took longer than the deadline.';

describeInBrowser('a list of spans', { spans }, (running) => {
  const open = (search: string) => running.open(`spans?${search}`);
  const restart = (page: Page) => page.keyboard.press('r');
  const old = encodeURIComponent(`${new Date(0).toISOString()}..${new Date(1000).toISOString()}`);

  it('that is empty offers the newest match, and counts what each condition matches alone', async () => {
    const page = await open(`w=${old}&q=type%3Achat`);
    await page.getByText(/The newest match is from/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show it' }).press('Enter');
    await spanRowsOf(page).first().waitFor();

    await filterOf(page).fill('type:chat service:mailer');
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Matches of each condition alone' });
    await table.getByRole('row').nth(2).waitFor();
    await page.getByText(/whatever the window is/).waitFor();
    await table.getByRole('button', { name: 'Leave out service:mailer' }).press('Enter');
    await untilParameter(page, 'q', 'type:chat');
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
    await spanRowsOf(page).first().waitFor();
    const reached = new Date(newestMs - 3_600_000).toISOString().replace('.000Z', 'Z');
    const answer = await unfinishedAnswer(running.spanhouse.url, {
      limit: 10,
      reached,
      message: late,
    });
    await intercept(page, '**/api/spans/query', (route) => route.fulfill(answer));
    await restart(page);
    const alert = page.getByRole('alert').filter({ hasText: late });
    await alert.getByText(/Not looked at: before \d\d:\d\d:\d\d/).waitFor();
    expect(await spanRowsOf(page).count()).toBe(10);
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

  /** Runs the search again, and resolves while the search is still pending. */
  const searchSlowly = async (page: Page) => {
    await page.getByRole('group', { name: 'Type' }).waitFor(); // the facets are loaded last
    const held = await holdReads(page);
    await restart(page);
    await page.getByText(/Searching for \d+ s/).waitFor();
    return held;
  };

  it('that is slow shows its progress, and Cancel ends the request', async () => {
    const page = await open('w=24h');
    const { ended, release } = await searchSlowly(page);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');

    await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
    await waitUntil('the numbers and the facets are cancelled too', () => ended.length === 3);
    expect(ended.toSorted()).toEqual(['count', 'facets', 'rows']);
    await page.getByText('Not counted: cancelled.').waitFor();
    await release();
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await spanRowsOf(page).first().waitFor();
    await figureOf(page, /^Spans by time/).waitFor();
    await page.getByRole('group', { name: 'Type' }).waitFor();
  });

  it('is cancelled by Esc, with the numbers and the facets, before Esc clears the selection', async () => {
    const page = await open('w=24h');
    await spanRowsOf(page).first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('row', { selected: true }).waitFor();
    const { ended, release } = await searchSlowly(page);
    await page.keyboard.press('Escape');

    await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
    await waitUntil('everything is cancelled', () => ended.length === 3);
    await release();
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.getByRole('row', { selected: true }).waitFor();
    await running.visitor.untilStill(page); // otherwise Escape would cancel a request that is still running
    await page.keyboard.press('Escape');
    await page.getByRole('row', { selected: true }).waitFor({ state: 'detached' });
  });

  it('is written to the chosen file as it arrives', async () => {
    const page = await open('w=24h&q=type%3Atool');
    await spanRowsOf(page).first().waitFor();
    await page.evaluate(() => {
      const state = { bytes: 0, isClosed: false };
      const writable = new WritableStream({
        write: (part: Uint8Array) => {
          state.bytes += part.length;
        },
        close: () => {
          state.isClosed = true;
        },
      });
      const showSaveFilePicker = async () => ({ createWritable: async () => writable });
      Object.assign(window, { showSaveFilePicker, written: state });
    });
    await page.keyboard.press('e');

    const tools = spans.filter(({ attributes }) => attributes['ag.type.span'] === 'tool');
    await page.getByRole('status').getByText(`Exported ${tools.length} rows`).waitFor();
    const written = await page.evaluate(() => (window as unknown as { written: object }).written);
    expect(written).toMatchObject({ isClosed: true, bytes: expect.any(Number) });
  });

  it('fails visibly when an export ends with an error, and keeps no file', async () => {
    const page = await open('w=24h');
    await spanRowsOf(page).first().waitFor();
    await intercept(page, '**/api/spans/query', async (route) => {
      const body = `{"span_id":"a"}\n{"error":{"status":503,"code":"x","message":"The store broke."}}\n`;
      await route.fulfill({ body, contentType: 'application/x-ndjson' });
    });
    running.visitor.expect(/the API document does not describe/); // the answer is the test's own
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
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
    const page = await running.open('spans?w=24h', { prepare: ({ clock }) => clock.install() });
    await spanRowsOf(page).first().waitFor();
    await running.visitor.untilStill(page); // this also waits for the first count
    const first = await spanRowsOf(page).first().textContent();
    const [template] = shopTraces({ newestMs: Date.now(), traces: 1 });
    const added = { ...template, trace_id: 'f'.repeat(32), span_name: 'just now' } as SentSpan;
    await running.store([added]);
    await page.clock.runFor(COUNT_MS);

    await page.getByRole('button', { name: /^1 new span/ }).waitFor();
    expect(await spanRowsOf(page).first().textContent()).toBe(first);
    await restart(page);
    await spanRowsOf(page).first().getByText('just now').waitFor();
  });
});
