import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import {
  drag,
  openList,
  parameterOf,
  pressAll,
  rowsOf,
  untilParameter,
} from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 6 });

describeInBrowser('the columns of a list', { spans }, (running) => {
  const open = (path = 'spans?w=all') => openList(running, path);
  const headings = (page: Page) => page.getByRole('columnheader').allTextContents();
  const columnsAre = (page: Page, c: string) => untilParameter(page, 'c', c);

  it('are chosen, ordered and sized by keys, and any attribute can be one', async () => {
    const page = await open();
    await page.keyboard.press('v');
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByRole('textbox', { name: 'Attribute' }).fill('.customer.tier');
    await page.keyboard.press('Enter');
    await columnsAre(page, 'start,name,type,input,duration,tokens,cost,.customer.tier');
    expect(await findBarriers(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Hide Input' }).press('Enter');
    await dialog.getByRole('button', { name: 'Move customer.tier to the left' }).press('Enter');
    await dialog.getByRole('spinbutton', { name: /^Width of Name/ }).fill('300');
    await page.keyboard.press('Enter');
    await columnsAre(page, 'start,name:300,type,duration,tokens,.customer.tier,cost');
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('gridcell', { name: 'premium' }).first().waitFor();

    const width = await page
      .getByRole('columnheader', { name: 'Name' })
      .evaluate((heading) => (heading as HTMLElement).offsetWidth);
    expect(width).toBe(300);
    await page.reload();
    await page.getByRole('gridcell', { name: 'premium' }).first().waitFor();
    expect(await headings(page)).toHaveLength(7);
  });

  it('are ordered and sized by the mouse', async () => {
    const page = await open();
    const heading = (name: string) => page.getByRole('columnheader', { name });
    const box = await heading('Name').boundingBox();
    const edge = { x: (box?.x ?? 0) + (box?.width ?? 0) + 5, y: (box?.y ?? 0) + 12 };
    await drag(page, edge, { ...edge, x: edge.x + 60 });
    await untilParameter(page, 'c', /name:\d+/);
    const width = Number(/name:(\d+)/.exec(parameterOf(page, 'c') ?? '')?.[1]);
    expect(width).toBe(Math.round(box?.width ?? 0) + 60);

    await heading('Cost (USD)').dragTo(heading('Type'));
    await columnsAre(page, `start,name:${width},cost,type,input,duration,tokens`);
  });

  it('of traces include annotations, and names in the address that are no columns are named', async () => {
    const page = await open('traces?w=all&c=start,name,annotations,x&o=sideways');

    expect(await headings(page)).toEqual([expect.stringMatching(/^Start/), 'Name', 'Annotations']);
    await page.getByText(/ignores .* address: the order sideways, the column x/).waitFor();
  });

  it('of traces can be an attribute of their roots', async () => {
    const page = await open('traces?w=all&c=start,name,.customer.tier');

    await page.getByRole('gridcell', { name: 'premium' }).first().waitFor();
  });

  it('lists the oldest rows first on request', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Oldest first' }).click();
    await untilParameter(page, 'o', 'ascending');

    const oldest = spans.map(({ start_time: time }) => time).toSorted()[0] ?? '';
    const first = rowsOf(page).nth(1);
    await first.locator(`[title$="${oldest}"]`).first().waitFor();
  });

  it('leave room for a preview with input, output and what the filter mentions', async () => {
    const page = await open(`spans?w=all&q=${encodeURIComponent('has(.customer.tier)')}`);
    await pressAll(page, 'j', ' ');

    const preview = page.getByRole('grid', { name: 'Spans' });
    for (const term of ['Input', 'Output', 'Matching']) {
      await preview.getByRole('term').getByText(term, { exact: true }).waitFor();
    }
    await preview.getByRole('button', { name: 'Actions for customer.tier' }).waitFor();
  });
});
