import { describeInBrowser } from './support/describe-in-browser.js';
import { figureOf, waterfallOf } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 1 });

describeInBrowser('with the colours of the user', { spans }, (running) => {
  const open = (search: string) =>
    running.open(`traces/${spans[0]?.trace_id}${search}`, {
      prepare: (page) => page.emulateMedia({ forcedColors: 'active' }),
    });

  it('the bars of a waterfall stand out, and so do the selected row and a pressed button', async () => {
    const page = await open('?path=1');
    const row = waterfallOf(page).getByRole('row').first();
    await row.waitFor();

    const bar = row.getByRole('gridcell').last().locator('i').first();
    const colourOf = (element: Element) => getComputedStyle(element).backgroundColor;
    expect(await bar.evaluate(colourOf)).not.toBe(await page.locator('body').evaluate(colourOf));
    const outlineOf = (element: Element) => getComputedStyle(element).outlineStyle;
    expect(await row.evaluate(outlineOf)).toBe('solid');
    const pressed = page.getByRole('button', { name: /^Critical path/, pressed: true });
    expect(await pressed.evaluate(outlineOf)).toBe('solid');
    const link = page.getByRole('link', { name: 'Explorer' }).first();
    expect(await link.evaluate(outlineOf)).toBe('solid');
  });

  it('pictures keep their colours', async () => {
    const page = await open('?tab=flame');
    await figureOf(page, /^Flame graph/).waitFor();
    await running.visitor.untilStill(page);

    const colours = await page
      .locator('canvas')
      .last()
      .evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const { data } =
          canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
        const pixels = new Uint32Array(data?.buffer ?? new ArrayBuffer(0));
        const counts = new Map<number, number>();
        for (const pixel of pixels) {
          counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        }
        return [...counts.values()].filter((count) => count > pixels.length / 200).length;
      });
    expect(colours).toBeGreaterThan(3);
  });
});
