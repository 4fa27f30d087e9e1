import { describeInBrowser } from './support/describe-in-browser.js';
import { copied, pressAll, spanOf, untilParameter, waterfallOf } from './support/page-parts.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import type { SentSpan } from './support/shop-traces.js';

const traceId = 'feedfeedfeedfeedfeedfeedfeedfeed';
const startMs = Date.now() - 3_600_000;

interface Row {
  readonly id: number;
  readonly parent?: number;
  readonly name: string;
  /** Start and end in ms after the start of the trace. */
  readonly at: readonly [number, number];
  readonly isFailed?: boolean;
  readonly events?: readonly object[];
}

function idOf(number: number): string {
  return number.toString(16).padStart(16, '0');
}

function time(ms: number): string {
  return new Date(startMs + ms).toISOString();
}

function sentSpan({ id, parent, name, at, isFailed, events }: Row): SentSpan {
  return {
    trace_id: traceId,
    span_id: idOf(id),
    ...(parent !== undefined && { parent_id: idOf(parent) }),
    span_name: name,
    start_time: time(at[0]),
    end_time: time(at[1]),
    ...(isFailed && { status_code: 'STATUS_CODE_ERROR', status_message: 'refused' }),
    ...(events && { events }),
    attributes: { 'ag.type.span': 'task' },
    resource: { attributes: { 'service.name': 'shop' } },
  };
}

/** Spans of a failed run that retries a call, a span whose parent is missing, and a root that starts much later. */
const spans = [
  { id: 1, name: 'ask', at: [0, 1000], isFailed: true },
  ...Array.from({ length: 25 }, (_, call) => ({
    id: 100 + call,
    parent: 1,
    name: 'retry',
    at: [10 * call, 10 * call + 8] as const,
    isFailed: call === 24,
  })),
  {
    id: 2,
    parent: 1,
    name: 'draft',
    at: [300, 900],
    events: [{ name: 'first token', timestamp: time(500), attributes: {} }],
  },
  { id: 3, parent: 999, name: 'lost', at: [950, 990] },
  { id: 4, name: 'later', at: [60_000, 61_000] },
] satisfies readonly Row[] as readonly Row[];

describeInBrowser('the rows of the waterfall', { spans: spans.map(sentSpan) }, (running) => {
  const open = async (search = '') => {
    const page = await running.open(`traces/${traceId}${search}`);
    const tree = waterfallOf(page);
    await tree.getByRole('row').first().waitFor();
    return { page, tree };
  };

  it('folds repeated siblings into one row, which keys open and the address keeps', async () => {
    const { page, tree } = await open();
    const repeats = tree.getByRole('row', { name: /retry × 25 .*p50 8 ms .*Σ 200 ms/ });
    await repeats.waitFor();
    expect(await tree.getAttribute('aria-rowcount')).toBe('6');

    await repeats.click();
    await page.keyboard.press('ArrowRight');

    await page.waitForURL(/[?&]x=r0000000000000064/);
    expect(await tree.getAttribute('aria-rowcount')).toBe('31');
    await waitUntilSameInFreshBrowser(running.visitor, page);
    await page.keyboard.press('ArrowLeft');
    await untilParameter(page, 'x', null);
  });

  it('opens the row of repeats for a span in it that a link or the next error leads to', async () => {
    const { page, tree } = await open(`?s=${idOf(110)}`);
    await tree.locator('[aria-selected=true]').getByText('retry').waitFor();

    await pressAll(page, 'Home', 'x');

    await tree.locator('[aria-selected=true]').getByText('origin').waitFor();
    await tree.getByRole('row', { name: /ask .*propagated/ }).waitFor();
  });

  it('has a row for a parent that is not stored, above its children', async () => {
    const { tree } = await open();

    const missing = tree.getByRole('row', { name: /parent not stored 00000000000003e7/ });

    expect(await missing.getAttribute('aria-expanded')).toBe('true');
    await tree.getByRole('row', { name: /lost/ }).and(tree.locator('[aria-level="2"]')).waitFor();
  });

  it('marks when events happened', async () => {
    const { tree } = await open();

    await tree.getByRole('row', { name: /draft/ }).locator('[class*=event]').waitFor();
  });

  it('folds the time in which no span runs, and shows its length', async () => {
    const { page } = await open();

    await page.getByRole('button', { name: 'Fold idle time (59.0 s)' }).click();

    await page.waitForURL(/[?&]gaps=1/);
    await page.getByTitle('No span runs for 59.0 s').waitFor();
    await waitUntilSameInFreshBrowser(running.visitor, page);
  });

  it('goes to the detail of the selected span, and copies its id', async () => {
    const { page, tree } = await open();
    await tree.getByText('draft').click();
    const detail = spanOf(page);
    await detail.getByRole('heading', { level: 2, name: 'draft' }).waitFor();

    await pressAll(page, 'y', 'd');

    await detail.locator('[role=tab]:focus').waitFor();
    expect(await copied(page)).toBe(idOf(2));
  });
});
