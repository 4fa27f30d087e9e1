import { describeAlone } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { copied, rowsOf, waterfallOf } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';
import { sendInvalid } from './support/store-spans.js';

/** Interval in ms at which the page reads the counters. */
const POLL_MS = 2000;

// The page shows the dropped spans of the whole process, so a separate service is needed.
describeAlone('the start page', {}, (running) => {
  const spans = shopTraces({ newestMs: Date.now(), traces: 1 });

  it('shows its waiting time, and the codes of spans that were dropped in that time', async () => {
    const page = await running.open('start', { prepare: ({ clock }) => clock.install() });
    await page.getByText(/waiting for the first span/i).waitFor();
    await page.waitForResponse('**/metrics');

    await sendInvalid(running.spanhouse.url, spans);

    await page.clock.runFor(POLL_MS);

    const alert = page.getByRole('alert');
    await alert.getByText('The service dropped all 1 of 1 received span').waitFor();
    await alert.getByText('invalid_time').waitFor();
    await page
      .getByRole('timer')
      .getByText(/:\d[1-9]/)
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('is what an empty project shows in place of its list and of the numbers above it', async () => {
    const page = await running.open('traces');

    await page.getByText(/waiting for the first span/i).waitFor();
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByText('/tracing/spans/ingest').first().waitFor();
    await page.getByRole('button', { name: /send a sample/i }).waitFor();
    await page.getByText('Spans by time').waitFor({ state: 'detached' });
    expect(await findBarriers(page)).toEqual([]);
  });

  it.each(['session', 'user'])('comes before any %s, and their list says so', async (actor) => {
    const page = await running.open(`${actor}s`);

    await page.getByText(`No ${actor} is stored.`).waitFor();
  });

  it('turns into the live list with the first span on top as soon as that is visible', async () => {
    const page = await running.open('start');
    await page.getByText(/waiting for the first span/i).waitFor();
    await page.waitForResponse('**/metrics'); // the page polls again because no span was found

    await running.store(spans);

    await page.waitForURL('**/ui/spans?live=1');
    const rows = rowsOf(page);
    await rows
      .filter({ hasText: spans[0]?.span_name ?? '' })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Live', pressed: true }).waitFor();
    await page.getByText(`${spans.length} matched`).waitFor();
  });

  it('leads to the newest trace of a project that has spans', async () => {
    const page = await running.open('start');

    await page.getByRole('link', { name: /newest trace/i }).click();

    await page.waitForURL(`**/ui/traces/${spans[0]?.trace_id}**`);
  });

  it('sends a sample, waits until it is stored and opens its trace', async () => {
    const page = await running.open('start');

    await page.getByRole('button', { name: /send a sample/i }).click();
    await page.waitForURL('**/ui/traces/**');
    await waterfallOf(page).getByText('ask').first().waitFor();
  });

  it('shows snippets with the address of this service, and copies them', async () => {
    const page = await running.open('start');

    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByRole('button', { name: /copy the snippet/i }).click();
    const snippet = await copied(page);

    const { ingest } = await (await fetch(`${running.spanhouse.url}/project`)).json();
    expect(snippet).toContain(ingest.json);
  });
});
