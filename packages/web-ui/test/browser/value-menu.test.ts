import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import {
  parameterOf,
  pressAll,
  spanRowsOf,
  untilCopied,
  untilParameter,
} from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 6 });

describeInBrowser('the menu of a value', { spans }, (running) => {
  const open = async (q = '') => {
    const page = await running.open(`spans?w=all&q=${encodeURIComponent(q)}`);
    await page.getByRole('status').first().waitFor();
    return page;
  };
  /**
   * Moves the pointer to a cell until the row has rendered the value that the keys act on. The cell may move while the
   * list is rendered again.
   */
  const pointAt = async (page: Page, cell: Locator) => {
    await running.visitor.untilStill(page);
    await waitUntil('the pointer is on the value', async () => {
      await cell.hover();
      return cell.and(page.locator('[data-value]:hover')).isVisible();
    });
  };
  const queryIs = (page: Page, q: string) => untilParameter(page, 'q', q);

  it('filters for, filters out and copies the value of a cell by keys alone', async () => {
    const page = await open('type:chat');
    const name = (
      await spanRowsOf(page).first().getByRole('gridcell').nth(1).locator('b').textContent()
    )?.trim();

    await pressAll(page, 'j', 'ArrowRight', 'ArrowRight', 'y');
    await untilCopied(page, name ?? '');
    await page.keyboard.press('f');
    await untilParameter(page, 'q', /name:/);
    await page.goBack();
    await queryIs(page, 'type:chat');
    await pointAt(page, spanRowsOf(page).first().getByRole('gridcell').nth(1));
    await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Shift+F');

    await untilParameter(page, 'q', /^type:chat -name:/);
  });

  it('opens next to a facet and at a cell, without barriers', async () => {
    const page = await open();
    await running.visitor.untilStill(page); // when the histogram appears, it moves the facets
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
    await spanRowsOf(page).first().getByRole('gridcell').nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Filter out/ }).click();

    await untilParameter(page, 'q', / -name:/);
  });

  it('adds a column and a facet of an attribute, and both are in the address', async () => {
    const page = await open('.customer.tier:premium');
    await pressAll(page, 'j', ' ');
    const grid = page.getByRole('grid', { name: 'Spans' });
    const actions = grid.getByRole('button', { name: 'Actions for customer.tier' });
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Add facet' }).click();
    await page.getByRole('group', { name: 'customer.tier' }).getByText('premium').waitFor();
    await actions.focus();
    await page.keyboard.press('+');

    await page.getByRole('columnheader', { name: 'customer.tier' }).waitFor();
    await untilParameter(page, 'f', '.customer.tier');
    expect(parameterOf(page, 'c')).toMatch(/,\.customer\.tier$/);
    await page.getByRole('button', { name: 'Remove the facet customer.tier' }).click();
    await untilParameter(page, 'f', null);
  });

  it('is available for the values of the list of traces too', async () => {
    const page = await running.open('traces?w=all');
    const user = page.getByRole('grid', { name: 'Traces' }).getByRole('gridcell', { name: 'ana' });
    await pointAt(page, user.first());
    await page.keyboard.press('+');
    await page.getByRole('columnheader', { name: 'ag.user.id' }).waitFor();
    await pointAt(page, user.nth(1));
    await page.keyboard.press('f');

    await queryIs(page, 'user:ana');
  });
});
