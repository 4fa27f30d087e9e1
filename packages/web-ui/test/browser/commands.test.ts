import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 12 });
const from = Date.parse(new Date(newestMs).toISOString()) - 3_600_000;
const hour = `${new Date(from).toISOString()}..${new Date(from + 3_600_000).toISOString()}`;

describeInBrowser('the keys of the explorer', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  const open = async (path: string) => {
    const page = await running.visitor.open(`${running.spanhouse.url}/ui/${path}`);
    await page.getByRole('grid').getByRole('row').nth(1).waitFor();
    return page;
  };
  const windowOf = (page: Page) => {
    const [oldest = '', newest = ''] = new URL(page.url()).searchParams.get('w')?.split('..') ?? [];
    return [Date.parse(oldest) - from, Date.parse(newest) - from];
  };

  it('find pages, actions and traces by a few letters', async () => {
    const page = await open('spans?w=24h');
    const traceId = spans[0]?.trace_id ?? '';
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await page.getByRole('menuitem').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.type('choose the win');
    await page.getByRole('menuitem', { name: /^Choose the window/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Window' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.type('analyt');
    await page.getByRole('menuitem', { name: /^Analytics/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ui/analytics**');
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.type(traceId.toUpperCase());
    await page.getByRole('menuitem', { name: /^Open trace/ }).waitFor();
    await page.keyboard.press('Enter');

    await page.waitForURL(`**/ui/traces/${traceId}`);
  });

  it('go to the next and the previous result from inside a trace', async () => {
    const page = await open('traces?w=24h');
    const ids = [...new Set(spans.map(({ trace_id: id }) => id))];
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/ui/traces/${ids[0]}`);
    await page.keyboard.press(']');
    await page.waitForURL(`**/ui/traces/${ids[1]}`);
    await page.keyboard.press('[');

    await page.waitForURL(`**/ui/traces/${ids[0]}`);
  });

  it('copy the id of the selected row', async () => {
    const page = await open('traces?w=24h');
    await page.keyboard.press('j');
    await page.keyboard.press('y');

    await page.waitForFunction(
      async (id) => (await navigator.clipboard.readText()) === id,
      spans[0]?.trace_id,
    );
  });

  it('move and zoom the window, and a double click in the chart goes back', async () => {
    const page = await open(`spans?w=${encodeURIComponent(hour)}`);
    const half = 1_800_000;
    const windowIs = (oldest: number, newest: number) =>
      page.waitForURL((url) => {
        const [a = '', b = ''] = url.searchParams.get('w')?.split('..') ?? [];
        return Date.parse(a) - from === oldest && Date.parse(b) - from === newest;
      });
    await page.keyboard.press('Shift+ArrowLeft');
    await windowIs(-half, half);
    await page.keyboard.press('Shift+ArrowRight');
    await windowIs(0, 2 * half);
    await page.keyboard.press('+');
    await windowIs(half / 2, (3 * half) / 2);
    await page.keyboard.press('-');
    await windowIs(0, 2 * half);
    const chart = page.getByRole('figure', { name: /^Spans by time/ });
    const box = await chart.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + 20, { steps: 3 });
    await page.mouse.up();
    await page.waitForURL((url) => url.searchParams.get('w') !== hour && windowOf(page)[0] !== 0);
    await chart.dblclick();

    await windowIs(0, 2 * half);
  });
});
