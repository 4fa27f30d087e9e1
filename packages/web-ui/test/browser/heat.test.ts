import { describeInBrowser } from './support/describe-in-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 20 });

describeInBrowser('the heat map', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  const open = async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/spans?w=6h`);
    await page.getByRole('grid', { name: 'Spans' }).getByRole('row').nth(1).waitFor();
    await page.keyboard.press('h');
    const map = page.getByRole('figure', { name: /^Heat map/ });
    await map.waitFor();
    return { page, map };
  };

  it('selects a box by keys, describes its spans, and compares them with the rest', async () => {
    const { page, map } = await open();
    await map.focus();
    for (const key of ['ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowUp']) {
      await page.keyboard.press(key);
    }
    for (let column = 0; column < 95; column++) {
      await page.keyboard.press('Shift+ArrowRight');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]s=/);
    const said = (await map.getAttribute('aria-label')) ?? '';
    const [, count = ''] = /([\d,]+) spans/.exec(said) ?? [];

    await page.getByRole('link', { name: 'Compare with the rest' }).press('Enter');

    const rest = spans.length - Number(count);
    await page.getByText(`${count} selected, ${rest} others`).waitFor();
    expect(Number(count)).toBeGreaterThan(0);
  });

  it('selects a box by a drag, keeps it in the address, and shows its spans', async () => {
    const { page, map } = await open();
    const { x = 0, y = 0, width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    await page.mouse.move(x + 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 2, y + height - 2, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/[?&]s=/);
    await page.mouse.move(0, 0);
    await page.reload();
    await page.getByRole('link', { name: 'Show the spans' }).waitFor();
    const [, count] = /([\d,]+) spans/.exec((await map.getAttribute('aria-label')) ?? '') ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(count)).toBeLessThan(spans.length);

    await page.getByRole('link', { name: 'Show the spans' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`(^|\\D)${count} spans`) })
      .waitFor();
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
