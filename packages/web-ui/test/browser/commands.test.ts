import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { drag, figureOf, openList, pressAll, untilCopied, windowIn } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 12 });
const from = Date.parse(new Date(newestMs).toISOString()) - 3_600_000;
const hour = `${new Date(from).toISOString()}..${new Date(from + 3_600_000).toISOString()}`;

describeInBrowser('the keys of the explorer', { spans }, (running) => {
  const open = (path: string) => openList(running, path);
  /** Opens the command palette, types a search text and chooses a command. */
  const choose = async (page: Page, text: string, command: RegExp) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.type(text);
    await page.getByRole('menuitem', { name: command }).waitFor();
    await page.keyboard.press('Enter');
  };

  it('find pages, actions and traces by a few letters', async () => {
    const page = await open('spans?w=24h');
    const traceId = spans[0]?.trace_id ?? '';
    await page.keyboard.press('/');
    await choose(page, 'choose the win', /^Choose the window/);
    await page.getByRole('dialog', { name: 'Window' }).waitFor();
    await page.keyboard.press('Escape');
    await choose(page, 'analyt', /^Analytics/);
    await page.waitForURL('**/ui/analytics**');
    await choose(page, traceId.toUpperCase(), /^Open trace/);

    await page.waitForURL(`**/ui/traces/${traceId}`);
  });

  it('copy the id of the selected row', async () => {
    const page = await open('traces?w=24h');
    await pressAll(page, 'j', 'y');

    await untilCopied(page, spans[0]?.trace_id ?? '');
  });

  it('move and zoom the window, and a double click in the chart goes back', async () => {
    const page = await open(`spans?w=${encodeURIComponent(hour)}`);
    const half = 1_800_000;
    const windowIs = (oldest: number, newest: number) =>
      page.waitForURL((url) => `${windowIn(url)}` === `${[from + oldest, from + newest]}`);
    await page.keyboard.press('Shift+ArrowLeft');
    await windowIs(-half, half);
    await page.keyboard.press('Shift+ArrowRight');
    await windowIs(0, 2 * half);
    await page.keyboard.press('+');
    await windowIs(half / 2, (3 * half) / 2);
    await page.keyboard.press('-');
    await windowIs(0, 2 * half);
    const chart = figureOf(page, /^Spans by time/);
    const box = await chart.boundingBox();
    const y = (box?.y ?? 0) + 20;
    await drag(page, { x: (box?.x ?? 0) + 100, y }, { x: (box?.x ?? 0) + 400, y });
    await page.waitForURL((url) => windowIn(url)[0] !== from);
    await chart.dblclick();

    await windowIs(0, 2 * half);
  });
});
