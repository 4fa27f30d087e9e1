import { send } from '../../../../services/all-in-one/test/http-client.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { copied, openSpan, pressAll, untilCopied } from './support/page-parts.js';
import type { SentSpan } from './support/shop-traces.js';

const traceId = 'd1'.repeat(16);
const otherTraceId = 'd2'.repeat(16);
const newestMs = Date.now();

function span(id: string, more: Partial<SentSpan> = {}): SentSpan {
  return {
    trace_id: traceId,
    span_id: id.repeat(8),
    span_name: `step ${id}`,
    start_time: new Date(newestMs).toISOString(),
    end_time: new Date(newestMs + 5).toISOString(),
    attributes: {},
    resource: { attributes: { 'service.name': 'shop', 'host.name': 'web-1' } },
    ...more,
  };
}

const items = Array.from({ length: 60_000 }, (_, at) => ({ at, name: `item ${at}` }));
const root = span('aa', {
  attributes: {
    'ag.data.inputs': { question: 'Why?' },
    'customer.tier': 'premium',
    list: [1, { a: 'b' }],
    text: `${'long '.repeat(30_000)}the needle is here`,
  },
  events: [
    {
      name: 'exception',
      timestamp: new Date(newestMs + 2).toISOString(),
      attributes: {
        'exception.type': 'TimeoutError',
        'exception.stacktrace': 'Traceback\n  File "shop.py", line 12',
      },
    },
  ],
  references: [{ id: '00000000-0000-4000-8000-000000000001', slug: 'my-app' }],
});
const child = span('bb', { parent_id: root.span_id, attributes: { items } });
const linking = span('cc', {
  trace_id: otherTraceId,
  links: [{ trace_id: traceId, span_id: root.span_id, attributes: { why: 'queue' } }],
});

describeInBrowser('the detail of a span', {}, (running) => {
  beforeAll(async () => {
    await running.store([root, child]);
    await running.store([linking]);
  });

  const openRoot = (search?: string) => openSpan(running, root, search);

  it('finds attributes by key and value, and offers a filter for each of them', async () => {
    const { page, detail } = await openRoot('part=attributes');
    await detail.getByText('customer.tier').waitFor();
    await detail.getByText('host.name').waitFor();

    await detail.getByRole('searchbox', { name: 'Find an attribute' }).fill('premium');
    await detail.getByText('host.name').waitFor({ state: 'detached' });
    await detail.getByRole('button', { name: 'Actions for customer.tier' }).focus();
    await page.keyboard.press('y');
    await untilCopied(page, 'premium');
    await page.keyboard.press('f');

    await page.waitForURL(
      (url) =>
        url.searchParams.get('q') === '.customer.tier:premium' && url.pathname.endsWith('/spans'),
    );
  });

  it('shows long values below their names, as wide as the pane', async () => {
    const { detail } = await openRoot('part=attributes');
    const row = (name: string) =>
      detail
        .locator('div[data-value]')
        .filter({ has: detail.page().getByText(name, { exact: true }) });
    const widths = (name: string) =>
      row(name).evaluate((found) => ({
        whole: found.clientWidth,
        value: found.querySelector('dd')?.clientWidth ?? 0,
      }));
    await row('text').waitFor();

    const long = await widths('text');
    expect(long.value).toBeGreaterThan(0.9 * long.whole);
    const short = await widths('customer.tier');
    expect(short.value).toBeLessThan(0.7 * short.whole);
  });

  it('adds the column of an attribute to the explorer', async () => {
    const { page, detail } = await openRoot('part=attributes');
    await detail.getByRole('button', { name: 'Actions for customer.tier' }).click();
    await page.getByRole('menuitem', { name: /^Add column/ }).click();

    await page.waitForURL((url) => url.pathname.endsWith('/spans'));
    await page.getByRole('columnheader', { name: 'customer.tier' }).waitFor();
    await page.getByRole('gridcell', { name: 'premium' }).waitFor();
    await page.goBack();
    await detail.getByText('customer.tier').waitFor();
  });

  it('shows attributes as trees that keys walk through', async () => {
    const { page, detail } = await openRoot('part=attributes&form=tree');
    const tree = detail.getByRole('tree', { name: 'Own' });
    await tree.getByRole('treeitem', { name: /tier/ }).waitFor();

    await tree.focus();
    await page.keyboard.press('ArrowLeft');
    await tree.getByRole('treeitem', { name: /tier/ }).waitFor({ state: 'detached' });
    await pressAll(page, 'ArrowRight', 'End');

    await tree.getByRole('treeitem', { selected: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('shows the links to a span and from it', async () => {
    const { page, detail } = await openRoot('part=links');
    await detail.getByText('This span links to no other.').waitFor();

    await detail.getByRole('link', { name: `${otherTraceId} / ${linking.span_id}` }).click();

    await detail.getByRole('heading', { name: 'step cc' }).waitFor();
    await detail.getByRole('tab', { name: 'Links 1' }).click();
    await detail.getByRole('link', { name: `${traceId} / ${root.span_id}` }).waitFor();
    await detail.getByText('queue').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('shows events with their stack traces, and references', async () => {
    const { page, detail } = await openRoot('part=events');
    await detail.getByText('File "shop.py", line 12').waitFor();

    await detail.getByRole('tab', { name: 'References 1' }).click();

    await detail.getByText('my-app').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('leads to the parent and to the next span by keys', async () => {
    const { page, detail } = await openRoot();

    await page.keyboard.press('Shift+J');
    await detail.getByRole('heading', { name: 'step bb' }).waitFor();
    await page.keyboard.press('Shift+P');

    await detail.getByRole('heading', { name: 'step aa' }).waitFor();
  });

  it('copies the exact JSON of the answer, and a body that stores the span again', async () => {
    const { page, detail } = await openRoot('part=raw');
    const { url } = running.spanhouse;
    const answer = await fetch(`${url}/spans/${traceId}/${root.span_id}`);
    const text = await answer.text();

    await detail.getByRole('button', { name: /^Copy as JSON/ }).click();
    await detail.getByRole('button', { name: 'Copied' }).waitFor();
    expect(text).toContain(await copied(page));
    expect(JSON.parse(await copied(page))).toEqual(JSON.parse(text).span);

    await detail.getByRole('button', { name: /^Copy as ingest body/ }).click();
    await page.waitForFunction(async () =>
      (await navigator.clipboard.readText()).startsWith('{"spans":['),
    );
    const sent = await send(`${url}/tracing/spans/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: await copied(page),
    });
    expect([sent.status, sent.body.count]).toEqual([202, 1]);
  });

  it('opens a large value as a tree that renders only the visible lines', async () => {
    const { page, detail } = await openSpan(running, child, 'part=raw');
    const tree = detail.getByRole('tree', { name: 'JSON of the span' });
    const list = tree.getByRole('treeitem', { name: /^▸ items|^items/ });
    await list.click();

    await tree.focus();
    await page.keyboard.press('End');

    const lines = tree.getByRole('treeitem');
    expect(await lines.count()).toBeLessThan(100);
    const height = await tree.evaluate((element) => element.style.height);
    expect(Number.parseFloat(height)).toBeGreaterThan(22 * items.length);
  });

  it('opens a long text with a search', async () => {
    const { page, detail } = await openRoot('part=attributes');
    await detail.getByRole('button', { name: /Open all 150,018 characters/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'text' });

    await dialog.getByRole('textbox', { name: 'Find' }).pressSequentially('needle');
    await page.keyboard.press('Enter');

    await dialog.locator('.cm-searchMatch-selected').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
