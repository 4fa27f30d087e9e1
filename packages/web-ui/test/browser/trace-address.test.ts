import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { goInside } from './support/go-inside.js';
import { parameterOf, untilParameter, waterfallOf } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 1 });
const [root] = spans;
const trace = `traces/${root?.trace_id}`;

describeInBrowser('the address of an open trace', { spans }, (running) => {
  const open = async (search: string) => {
    const url = `${running.spanhouse.url}/ui/${trace}`;
    const page = await running.open(`${trace}${search}`);
    await waterfallOf(page).getByRole('row').nth(1).waitFor();
    return { page, go: (other: string) => goInside(page, `${url}${other}`) };
  };
  const handle = (page: Page, name: 'Beginning' | 'End') =>
    page.getByRole('slider', { name: new RegExp(`^${name} of the shown time`) });
  const middleOf = async (page: Page, name: 'Beginning' | 'End') => {
    const box = await handle(page, name).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };

  it('folds the rows that a new one names, and unfolds them without it', async () => {
    const { page, go } = await open('');
    const first = page.getByRole('row', { name: root?.span_name ?? '' }).first();
    expect(await first.getAttribute('aria-expanded')).toBe('true');

    await go(`?x=${root?.span_id}`);

    await page.locator('[role=row][aria-level="1"][aria-expanded="false"]').waitFor();
    await go('');
    await page.locator('[role=row][aria-level="1"][aria-expanded="true"]').waitFor();
  });

  it('holds a short section whose handles lie next to each other, and follows a drag of one', async () => {
    const { page } = await open('?z=1000-1010');
    const [from, to] = [await middleOf(page, 'Beginning'), await middleOf(page, 'End')];
    expect(to.x - from.x).toBeGreaterThanOrEqual(24);

    await page.mouse.move(to.x, to.y);
    await page.mouse.down();
    await page.mouse.move(to.x + 200, to.y, { steps: 4 });
    await untilParameter(page, 'z', /^1000-\d{5,}$/);
    await page.mouse.up();

    expect((await middleOf(page, 'End')).x).toBeCloseTo(to.x + 200, -1);
  });

  it('follows a drag over the strip before it ends', async () => {
    const { page } = await open('');
    const strip = await handle(page, 'Beginning').locator('xpath=..').boundingBox();
    const at = (share: number) => (strip?.x ?? 0) + share * (strip?.width ?? 0);
    const y = (strip?.y ?? 0) + 10;

    await page.mouse.move(at(0.25), y);
    await page.mouse.down();
    await page.mouse.move(at(0.5), y, { steps: 4 });

    await page.waitForURL((url) => url.searchParams.has('z'));
    await page.mouse.move(at(0.75), y, { steps: 4 });
    const before = parameterOf(page, 'z');
    await page.mouse.up();
    await page.waitForURL((url) => url.searchParams.get('z') !== before);
  });
});
