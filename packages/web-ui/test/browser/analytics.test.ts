import type { Locator, Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import {
  countOf,
  figureOf,
  parameterOf,
  pressAll,
  untilParameter,
  windowIn,
} from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 20 });
const traces = new Set(spans.map(({ trace_id: id }) => id)).size;

describeInBrowser('the analytics', { spans }, (running) => {
  const open = async (path = 'analytics?w=24h') => {
    const page = await running.open(path);
    await figureOf(page, /^(Traces|Spans)/).waitFor();
    return page;
  };
  const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

  it('count every trace once in the chart of traces, and every span by its switch', async () => {
    const page = await open();
    const chart = page.getByRole('region', { name: 'Traces', exact: true });
    const sumOf = async (region: Locator) => {
      await region.getByRole('button', { name: 'Table' }).press('Enter');
      const counts = await region.getByRole('table').getByRole('cell').allTextContents();
      return counts.reduce((sum, text) => sum + Number(text), 0);
    };

    expect(await sumOf(chart)).toBe(traces);
    await chart.getByRole('button', { name: 'Every span' }).press('Enter');

    const counted = page.getByRole('region', { name: 'Spans', exact: true });
    await counted.getByText('Counts every span.').waitFor();
    expect(parameterOf(page, 'm')).toMatch(/^rate\.span,/);
    expect(await sumOf(counted)).toBe(spans.length);
  });

  it('have the board and what can be done with it in one line of a narrow window', async () => {
    const page = await open();
    await page.setViewportSize({ width: 400, height: 800 });

    const middles = await Promise.all(
      ['Board: Overview', 'Add a chart', 'Save'].map(async (name) => {
        const box = await page.getByRole('button', { name, exact: true }).boundingBox();
        return box === null ? undefined : Math.round(box.y + box.height / 2);
      }),
    );

    expect(middles).toEqual(middles.map(() => middles[0]));
    expect(middles[0]).toBeGreaterThan(0);
  });

  it('list the groups with their cost, and open exactly the spans of one', async () => {
    const page = await open();
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('Service');
    const shop = spans.filter(({ resource }) => resource.attributes['service.name'] === 'shop');
    await row(page, /^shop/)
      .getByRole('cell', { name: String(shop.length), exact: true })
      .waitFor();
    await page.getByRole('columnheader', { name: 'Cost per span' }).waitFor();

    await row(page, /^shop/).getByRole('link', { name: 'shop' }).press('Enter');

    await page.waitForURL(/\/ui\/spans\?.*q=service%3Ashop/);
    expect(parameterOf(page, 'w')).toMatch(/:00\.000000000Z\.\..*:00\.000000000Z$/);
    await countOf(page, `${shop.length} spans`).waitFor();
  });

  it('open the spans of one group in one bar with exactly its bounds, by keys alone', async () => {
    const page = await open('analytics/groups?w=24h');
    const chart = figureOf(page, /^Spans by service/);
    await chart.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    const said = figureOf(page, /^Spans by service.*: shop \d+$/);
    const [, count] = /(\d+)$/.exec((await said.getAttribute('aria-label')) ?? '') ?? [];

    await page.keyboard.press('Enter');

    await page.waitForURL(/\/ui\/spans\?.*q=service%3Ashop/);
    await countOf(page, `${count} spans`).waitFor();
  });

  it('share a cursor and a brush, which becomes the window', async () => {
    const page = await open();
    const figures = page.getByRole('figure');
    await figures.nth(5).waitFor();
    await figures.first().press('ArrowRight');
    await pressAll(page, 'b', 'ArrowRight', 'ArrowRight', 'b');

    const labels = await figures.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
    const ranges = labels.map((label) => /\d+ \w+ \d\d:\d\d to [\w :]*\d\d:\d\d/.exec(label)?.[0]);
    expect(labels).toHaveLength(6);
    expect(new Set(ranges).size).toBe(1);
    expect(ranges[0]).toBeDefined();
    await page.keyboard.press('z');

    await page.waitForURL((url) => url.searchParams.get('w')?.includes('..') === true);
    const [oldest = 0, newest = 0] = windowIn(page.url());
    expect(newest - oldest).toBe(3 * 30 * 60_000);
  });

  it('keep a board with its charts, group, filter and window under a name', async () => {
    const page = await open('analytics?w=24h&q=service%3Ashop&g=none');
    await page.getByRole('button', { name: 'Change Tokens' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await page.getByRole('region', { name: 'Tokens' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop numbers');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/ui\/analytics\/shop-numbers-/);
    const { pathname } = new URL(page.url());

    const again = await running.visitor.open(new URL(pathname, page.url()).href);
    await again.getByRole('button', { name: 'Board: Shop numbers' }).waitFor();
    await untilParameter(again, 'q', 'service:shop');
    expect(parameterOf(again, 'w')).toBe('24h');
    await again.getByRole('region', { name: 'Duration', exact: true }).waitFor();
    expect(await again.getByRole('region', { name: 'Tokens' }).count()).toBe(0);
    expect(await again.getByRole('combobox', { name: 'Group by' }).inputValue()).toBe('none');
    expect(await findBarriers(again)).toEqual([]);
  });

  it('name what they ignore in an address, and boards that do not exist', async () => {
    const page = await open('analytics?w=24h&m=rate,pie&g=week');
    await page.getByText('the chart pie, the group week').waitFor();

    const missing = await running.open('analytics/nothing');
    await missing.getByText('There is no such board.').waitFor();
  });
});
