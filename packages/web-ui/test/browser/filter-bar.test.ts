import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { filterOf, openList, pressAll, untilParameter, windowIn } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 6 });

describeInBrowser('the filter bar', { spans }, (running) => {
  const open = (q = '') => openList(running, `spans?w=all&q=${encodeURIComponent(q)}`);
  const selectedText = (page: Page) =>
    filterOf(page).evaluate((input) => {
      const { value, selectionStart, selectionEnd } = input as HTMLInputElement;
      return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
    });
  const queryIs = (page: Page, q: string) => untilParameter(page, 'q', q);

  it('moves by chip, says each of them, and edits the one before the caret', async () => {
    const page = await open('duration>1ms');
    await pressAll(page, '/', 'End');
    await page.keyboard.type(' type:chat ');

    await page.keyboard.press('Alt+ArrowLeft');
    expect(await selectedText(page)).toBe('type:chat');
    await page.getByText('condition, type is chat, not yet run').waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    expect(await selectedText(page)).toBe('duration>1ms');
    await page.getByText('condition, duration greater than 1 milliseconds, not yet run').waitFor();
    await pressAll(page, 'End', 'Backspace');
    expect(await selectedText(page)).toBe('chat');
    await page.keyboard.type('tool');
    await page.keyboard.press('Control+Enter');

    await queryIs(page, 'duration>1ms type:tool ');
    await page.keyboard.press('Alt+ArrowRight');
    expect(new URL(page.url()).pathname).toMatch(/\/ui\/spans$/);
  });

  it('says at its place why the service refuses a condition', async () => {
    running.visitor.expect(/400 \(Bad Request\)/);
    const page = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('type:chat trace:zz timeout');
    const words = page.getByText(/is not a valid|valid id/);
    await words.first().waitFor();
    expect(await filterOf(page).getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#filter-refusal').textContent()).toContain('trace:zz');
    await page.keyboard.press('Enter');

    // The service may also refuse the request for the facets.
    await page
      .getByRole('alert')
      .filter({ hasText: 'The request was refused.' })
      .filter({ hasText: /valid id/ })
      .waitFor();
  });

  it('runs the last filters again from its menu', async () => {
    const page = await open();
    for (const text of ['type:chat', 'type:tool']) {
      await filterOf(page).fill(text);
      await page.keyboard.press('Enter');
      await queryIs(page, text);
    }
    await page.getByRole('button', { name: 'Last filters' }).click();
    const items = page.getByRole('menuitem');
    await items.filter({ hasText: 'type:tool' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await items.filter({ hasText: 'type:chat' }).click();

    await queryIs(page, 'type:chat');
    expect(await filterOf(page).inputValue()).toBe('type:chat');
  });

  it('chooses a window by days, and around the selected row', async () => {
    const page = await running.open('spans?w=2026-05-01T08:00:00Z..2026-05-02T08:00:00Z');
    const dialog = page.getByRole('dialog', { name: 'Window' });
    await page.getByRole('button', { name: /^Window: / }).click();
    await dialog.getByRole('button', { name: 'Calendar' }).click();
    await dialog.getByRole('grid', { name: /May 2026$/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: /\b4 May 2026/ }).click();
    await dialog.getByRole('button', { name: /\b6 May 2026/ }).click();
    const days = '2026-05-04T00:00:00.000000000Z..2026-05-07T00:00:00.000000000Z';
    await untilParameter(page, 'w', days);

    const again = await open();
    await pressAll(again, 'j', 'w');
    const moment = again.getByRole('textbox', { name: 'Around this moment' });
    const start = await moment.inputValue();
    await again.getByRole('button', { name: '1 min before and after the moment' }).click();
    await again.waitForURL((url) => url.searchParams.get('w') !== 'all');
    const [oldest = 0, newest = 0] = windowIn(again.url());
    expect(newest - oldest).toBe(120_000);
    expect(spans.some(({ start_time: time }) => start.startsWith(time.slice(0, -1)))).toBe(true);
  });
});
