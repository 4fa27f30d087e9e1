import { describeInBrowser } from './support/describe-in-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 1 });
const forced = { forcedColors: 'active' } as const;

describeInBrowser('with the colours of the user', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));
  const open = async (search = '') => {
    const { spanhouse, visitor } = running;
    const path = `traces/${spans[0]?.trace_id}${search}`;
    return visitor.open(`${spanhouse.url}/ui/${path}`, {
      prepare: (page) => page.emulateMedia(forced),
    });
  };

  it('the bars of a waterfall stand out, and so do the selected row and a pressed button', async () => {
    const page = await open('?path=1');
    const row = page.getByRole('treegrid', { name: 'Waterfall' }).getByRole('row').first();
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
    await page.getByRole('figure', { name: /^Flame graph/ }).waitFor();
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
