import type { Locator } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { countOf, drag, figureOf, openList, pressAll } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 20 });

describeInBrowser('the heat map', { spans }, (running) => {
  const open = async () => {
    const page = await openList(running, 'spans?w=6h');
    await page.keyboard.press('h');
    const map = figureOf(page, /^Heat map/);
    await map.waitFor();
    return { page, map };
  };

  /** Returns the number of spans in the selected box of a heat map. */
  const selectedIn = async (map: Locator) => {
    const [, count] = /([\d,]+) spans/.exec((await map.getAttribute('aria-label')) ?? '') ?? [];
    return Number(count);
  };

  it('selects a box by keys, describes its spans, and compares them with the rest', async () => {
    const { page, map } = await open();
    await map.focus();
    const toTheRight = Array.from({ length: 95 }, () => 'Shift+ArrowRight');
    await pressAll(page, 'ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowUp', ...toTheRight, 'Enter');
    await page.waitForURL(/[?&]s=/);
    const count = await selectedIn(map);

    await page.getByRole('link', { name: 'Compare with the rest' }).press('Enter');

    const rest = spans.length - count;
    await page.getByText(`${count} selected, ${rest} others`).waitFor();
    expect(count).toBeGreaterThan(0);
  });

  it('selects a box by a drag, keeps it in the address, and shows its spans', async () => {
    const { page, map } = await open();
    const { x = 0, y = 0, width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    await drag(page, { x: x + 2, y: y + height / 2 }, { x: x + width - 2, y: y + height - 2 });
    await page.waitForURL(/[?&]s=/);
    await page.mouse.move(0, 0);
    await page.reload();
    await page.getByRole('link', { name: 'Show the spans' }).waitFor();
    const count = await selectedIn(map);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(spans.length);

    await page.getByRole('link', { name: 'Show the spans' }).click();
    await countOf(page, `${count} spans`).waitFor();
  });

  it('has a table with the same numbers', async () => {
    const { page } = await open();
    await page.keyboard.press('t');

    const cells = page.getByRole('table', { name: 'Duration by time' }).getByRole('row');
    await cells.nth(1).waitFor();
    const texts = await cells.locator('td:nth-of-type(2)').allTextContents();
    expect(texts.reduce((sum, text) => sum + Number(text), 0)).toBe(spans.length);
  });
});
