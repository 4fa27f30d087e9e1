import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const good = shopTraces({ newestMs: Date.now(), traces: 1 });
const traceId = good[0]?.trace_id ?? '';
const otherId = 'c0ffee00c0ffee00c0ffee00c0ffee00';

/** The same trace one minute earlier, without the search and with a slower draft. */
const other = good
  .filter(({ span_name: name }) => name !== 'search' && name !== 'GET /prices')
  .map((span) => ({ ...span, trace_id: otherId, ...(span.span_name === 'draft' && slower(span)) }));

function slower({ end_time: end }: { readonly end_time: string }) {
  return { end_time: end.replace(/^(\d{4})/, (year) => String(Number(year) + 1)) };
}

describeInBrowser('the comparison of two traces', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, [...good, ...other]));

  const open = async () => {
    const page = await running.visitor.open(
      `${running.spanhouse.url}/ui/compare?a=${traceId}&b=${otherId}`,
    );
    await page.getByRole('treegrid', { name: 'Comparison' }).getByRole('row').nth(1).waitFor();
    return page;
  };

  it('marks spans that exist in one trace only, and shows how much longer the others take', async () => {
    const page = await open();
    const rows = page.getByRole('treegrid', { name: 'Comparison' }).getByRole('row');

    await rows.filter({ hasText: 'search' }).getByText('only in A').waitFor();
    await rows
      .filter({ hasText: 'draft' })
      .getByText(/^\+\d+/)
      .first()
      .waitFor();
    await page.getByText('4 in both').waitFor();
    await waitUntilSameInFreshBrowser(running.visitor, page);
  });

  it('goes to the next difference and opens the pair by keys alone', async () => {
    const page = await open();
    const selected = page
      .getByRole('treegrid', { name: 'Comparison' })
      .locator('[role=row][aria-selected=true]');
    await selected.filter({ hasNotText: /only in|\+\d/ }).waitFor();

    await page.keyboard.press('n');
    await selected.filter({ hasText: /only in A|\+\d/ }).waitFor();
    await page.keyboard.press('Enter');

    await page.getByRole('region', { name: 'Pair' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it.each([1024, 1240])(
    'shows whole names beside an open pair in a window of %d px',
    async (width) => {
      const page = await open();
      await page.setViewportSize({ width, height: 700 });
      await page.keyboard.press('n');
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Pair' }).waitFor();

      const cutNames = page
        .getByRole('treegrid', { name: 'Comparison' })
        .locator('b')
        .evaluateAll((names) =>
          names
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        );
      expect(await cutNames).toEqual([]);
    },
  );

  it('compares the rows that are marked in the explorer', async () => {
    const page = await running.visitor.open(`${running.spanhouse.url}/ui/traces?w=all`);
    await page.getByRole('grid', { name: 'Traces' }).getByRole('row').nth(2).waitFor();

    for (const key of ['j', 'x', 'j', 'x', 'm']) {
      await page.keyboard.press(key);
    }

    await page.waitForURL(/\/ui\/compare\?/);
    const { a, b } = Object.fromEntries(new URL(page.url()).searchParams);
    expect([a, b].toSorted()).toEqual([traceId, otherId].toSorted());
  });
});
