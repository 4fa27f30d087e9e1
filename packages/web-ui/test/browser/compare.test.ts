import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { pressAll } from './support/page-parts.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';

const good = shopTraces({ newestMs: Date.now(), traces: 1 });
const traceId = good[0]?.trace_id ?? '';
const otherId = 'c0ffee00c0ffee00c0ffee00c0ffee00';

/** A copy of the trace: one minute older, with a slower draft and without the search. */
const other = good
  .filter(({ span_name: name }) => name !== 'search' && name !== 'GET /prices')
  .map((span) => ({ ...span, trace_id: otherId, ...(span.span_name === 'draft' && slower(span)) }));

function slower({ end_time: end }: { readonly end_time: string }) {
  return { end_time: end.replace(/^(\d{4})/, (year) => String(Number(year) + 1)) };
}

describeInBrowser('the comparison of two traces', { spans: [...good, ...other] }, (running) => {
  const treeOf = (page: Page) => page.getByRole('treegrid', { name: 'Comparison' });
  const open = async () => {
    const page = await running.open(`compare?a=${traceId}&b=${otherId}`);
    await treeOf(page).getByRole('row').nth(1).waitFor();
    return page;
  };

  it('marks spans that exist in one trace only, and shows how much longer the others take', async () => {
    const page = await open();
    const rows = treeOf(page).getByRole('row');

    await rows.filter({ hasText: 'search' }).getByText('only in A').waitFor();
    await rows
      .filter({ hasText: 'draft' })
      .getByText(/^\+\d+/)
      .first()
      .waitFor();
    await page.getByText('4 in both').waitFor();
    await waitUntilSameInFreshBrowser(running.visitor, page);
  });

  it.each([1024, 1240])(
    'shows whole names next to an open pair in a window of %d px',
    async (width) => {
      const page = await open();
      await page.setViewportSize({ width, height: 700 });
      await pressAll(page, 'n', 'Enter');
      await page.getByRole('region', { name: 'Pair' }).waitFor();

      const cutNames = treeOf(page)
        .locator('b')
        .evaluateAll((names) =>
          names
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        );
      expect(await cutNames).toEqual([]);
    },
  );
});
