import type { Locator, Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 6 });

describeInBrowser('the menu of a value', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  const open = async (q = '') => {
    const page = await running.visitor.open(
      `${running.spanhouse.url}/ui/spans?w=all&q=${encodeURIComponent(q)}`,
    );
    await page.getByRole('status').first().waitFor();
    return page;
  };
  const rowsOf = (page: Page) =>
    page
      .getByRole('grid', { name: 'Spans' })
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') });
  /** Moves the pointer to a cell, and waits until its row has rendered the value that keys act on. */
  const pointAt = async (page: Page, cell: Locator) => {
    await running.visitor.untilStill(page);
    await cell.hover();
    await cell.and(page.locator('[data-value]:hover')).waitFor();
  };
  const queryIs = (page: Page, q: string) =>
    page.waitForURL((url) => url.searchParams.get('q') === q);

  it('filters for, filters out and copies the value of a cell by keys alone', async () => {
    const page = await open('type:chat');
    const name = (
      await rowsOf(page).first().getByRole('gridcell').nth(1).locator('b').textContent()
    )?.trim();

    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('y');
    await page.waitForFunction(
      async (text) => (await navigator.clipboard.readText()) === text,
      name,
    );
    await page.keyboard.press('f');
    await page.waitForURL((url) => url.searchParams.get('q')?.includes('name:') === true);
    await page.goBack();
    await queryIs(page, 'type:chat');
    await pointAt(page, rowsOf(page).first().getByRole('gridcell').nth(1));
    await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Shift+F');

    await page.waitForURL(
      (url) => url.searchParams.get('q')?.startsWith('type:chat -name:') === true,
    );
  });

  it('opens next to a facet and at a cell, without barriers', async () => {
    const page = await open();
    await running.visitor.untilStill(page); // the histogram shifts the facets
    await page.getByRole('group', { name: 'Type' }).getByText('chat').hover();
    await page.keyboard.press('Shift+F');
    await queryIs(page, '-type:chat');

    const type = page.getByRole('group', { name: 'Service' }).getByRole('button').first();
    await type.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /^Filter for/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await running.visitor.untilStill(page);
    await rowsOf(page).first().getByRole('gridcell').nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Filter out/ }).click();

    await page.waitForURL((url) => url.searchParams.get('q')?.includes(' -name:') === true);
  });

  it('copies the request of the list as a command with its filter', async () => {
    const page = await open("it's $(id)");
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();

    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain(String.raw`"it'\''s"`);
    expect(text).toContain(`'${running.spanhouse.url}/api/spans/query'`);
  });

  it('closes with Esc, and gives the focus back', async () => {
    const page = await open();
    const more = page.getByRole('button', { name: 'More' });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Copy as JSON' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    expect(await more.evaluate((button) => document.activeElement === button)).toBe(true);
  });

  it('adds a column and a facet of an attribute, and both are in the address', async () => {
    const page = await open('.customer.tier:premium');
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    const grid = page.getByRole('grid', { name: 'Spans' });
    const actions = grid.getByRole('button', { name: 'Actions for customer.tier' });
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Add facet' }).click();
    await page.getByRole('group', { name: 'customer.tier' }).getByText('premium').waitFor();
    await actions.focus();
    await page.keyboard.press('+');

    await page.getByRole('columnheader', { name: 'customer.tier' }).waitFor();
    await page.waitForURL((url) => url.searchParams.get('f') === '.customer.tier');
    expect(new URL(page.url()).searchParams.get('c')).toMatch(/,\.customer\.tier$/);
    await page.getByRole('button', { name: 'Remove the facet customer.tier' }).click();
    await page.waitForURL((url) => url.searchParams.get('f') === null);
  });

  it('is available for the values of the list of traces too', async () => {
    const page = await running.visitor.open(`${running.spanhouse.url}/ui/traces?w=all`);
    const user = page.getByRole('grid', { name: 'Traces' }).getByRole('gridcell', { name: 'ana' });
    await pointAt(page, user.first());
    await page.keyboard.press('+');
    await page.getByRole('columnheader', { name: 'ag.user.id' }).waitFor();
    await pointAt(page, user.nth(1));
    await page.keyboard.press('f');

    await queryIs(page, 'user:ana');
  });
});
