import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { waterfallOf } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now() - 60_000, traces: 1 });
const [root] = spans;
const traceId = root?.trace_id ?? '';
const [first, ...others] = spans;
const path = `traces/${traceId}`;
/** Maximum polling interval of a page, both for a missing trace and for changes to a recent trace. */
const ASK_MS = 5000;

describeInBrowser('a trace that comes, grows and goes', {}, (running) => {
  it('waits for a trace that is not stored, then offers new spans and shows them on request', async () => {
    const page = await running.open(path, { prepare: ({ clock }) => clock.install() });
    await page.getByRole('button', { name: 'Wait for it' }).click();
    await running.store(first === undefined ? [] : [first]);
    await page.clock.runFor(ASK_MS);
    const tree = waterfallOf(page);
    await tree.getByText('ask').waitFor();
    expect(await tree.getAttribute('aria-rowcount')).toBe('1');

    await running.store(others);
    await page.clock.runFor(ASK_MS);
    await page.getByText(`${others.length} new spans`).waitFor();

    expect(await tree.getAttribute('aria-rowcount')).toBe('1');
    await page.keyboard.press('r');
    await tree.getByText('draft').waitFor();
    expect(await page.getByText(/new spans/).count()).toBe(0);
  });

  it('downloads the trace as JSON and as OTLP/JSON', async () => {
    const page = await running.open(path);
    await page.getByRole('treegrid').getByText('draft').waitFor();
    const read = async (what: string) => {
      await page.getByRole('button', { name: 'Actions', exact: true }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: what }).click();
      const download = await saved;
      const stream = await download.createReadStream();
      const text = (await stream.toArray()).join('');
      return { name: download.suggestedFilename(), value: JSON.parse(text) };
    };

    const json = await read('Download as JSON');
    const otlp = await read('Download as OTLP/JSON');

    expect(json.name).toBe(`${traceId}.json`);
    expect(json.value.trace.trace_id).toBe(traceId);
    expect(otlp.name).toBe(`${traceId}.otlp.json`);
    const sent = otlp.value.resourceSpans.flatMap(
      ({ scopeSpans }: { scopeSpans: { spans: object[] }[] }) =>
        scopeSpans.flatMap((scope) => scope.spans),
    );
    expect(sent).toHaveLength(spans.length);
  });

  it('deletes the trace once its first digits are typed', async () => {
    const page = await running.open(path);
    await page.getByRole('treegrid').getByText('draft').waitFor();
    await page.keyboard.press('Shift+M');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the trace' });

    await dialog.getByRole('textbox').fill('00000000');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('These are not the first 8 digits').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('textbox').fill(traceId.slice(0, 8));
    await dialog.getByRole('button', { name: 'Delete' }).click();

    await page.waitForURL(/\/ui\/spans/);
    await page.goto(`${running.spanhouse.url}/ui/${path}`);
    await page.getByText('There is no such trace.').waitFor();
  });
});
