import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page } from 'playwright-core';
import { addressesOf } from './support/addresses.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { goInside } from './support/go-inside.js';
import { intercept } from './support/intercept.js';
import { figureOf, openList, rowsOf, spanRowsOf, waterfallOf } from './support/page-parts.js';
import { startPrefixProxy } from './support/prefix-proxy.js';
import {
  answerWith,
  failures,
  logDown,
  type ServiceFailure,
  storeDown,
  supportText,
} from './support/service-failures.js';
import { shopTraces } from './support/shop-traces.js';

const newestMs = Date.now();
const spans = shopTraces({ newestMs, traces: 60 });
const traceId = spans[0]?.trace_id ?? '';
/** Matches messages that empty lists show. */
const emptiness =
  /no (span|trace|session|user|query) (matches|is stored|is saved)|there is no such/i;
/** Matches the names of pages that begin with a form or do not read from the store. */
const withoutStore = /^(admin-.*|start|settings|dead-letters)$/;
const reading = addressesOf({ newest: new Date(newestMs).toISOString(), traceId }).filter(
  ({ name }) => !withoutStore.test(name),
);

describeInBrowser('a failure', { spans }, (running) => {
  const openFailing = (path: string, routes: RegExp, failure: ServiceFailure) => {
    running.visitor.expect(new RegExp(`the server responded with a status of ${failure.status}`));
    return running.open(path, {
      async prepare(page) {
        await page.clock.install();
        await page.route(routes, answerWith(failure));
      },
    });
  };
  const alertOf = (page: Page, { message }: ServiceFailure) =>
    page.getByRole('alert').filter({ hasText: message }).first();

  it.each(failures)(
    '$status shows its own state with the words of the service, and Retry',
    async (failure) => {
      const page = await openFailing('spans?w=all', /\/api\/spans\/query/, failure);
      const alert = alertOf(page, failure);

      await alert.getByText(failure.title).waitFor();
      expect(await alert.getByText(supportText).count()).toBe(failure.status >= 500 ? 1 : 0);
      expect(await page.getByText(emptiness).count()).toBe(0);
      expect(await findBarriers(page)).toEqual([]);

      await page.unroute(/\/api\/spans\/query/);
      await page.clock.fastForward(1000 * (failure.retryAfterS ?? 0));
      await alert.getByRole('button', { name: 'Retry' }).click();
      await rowsOf(page).nth(1).waitFor();
    },
  );

  it('429 counts down to the time at which the service wants to be asked again', async () => {
    const failure = failures.find(({ status }) => status === 429) ?? storeDown;
    const page = await openFailing('spans?w=all', /\/api\/spans\/query/, failure);
    const button = alertOf(page, failure).getByRole('button');

    await button.getByText('Retry in 3 s').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.clock.fastForward(1000);
    await button.getByText('Retry in 2 s').waitFor();
  });

  it('of the store is shown on every page that reads from it, and none looks empty', async () => {
    const page = await openFailing('settings', /\/api\/(?!project)/, storeDown);
    await page.getByRole('group', { name: 'Theme' }).waitFor();
    const wrong: string[] = [];

    for (const { name, path } of reading) {
      await goInside(page, `${running.spanhouse.url}/ui/${path}`);
      await alertOf(page, storeDown)
        .waitFor()
        .catch(() => wrong.push(`${name}: no alert`));
      if ((await page.getByText(emptiness).count()) > 0) {
        wrong.push(`${name}: looks empty`);
      }
    }

    expect(wrong).toEqual([]);
  });

  it('of the log is shown where spans are sent', async () => {
    const page = await openFailing('start', /\/tracing\/spans\/ingest/, logDown);

    await page.getByRole('button', { name: /sample/i }).click();

    await alertOf(page, logDown).waitFor();
  });

  it('of a later page leaves the rows of a list, and says that they are not all', async () => {
    running.visitor.expect(/status of 503/);
    const page = await openList(running, 'spans?w=all');
    await intercept(page, /\/api\/spans\/query/, answerWith(storeDown));
    await rowsOf(page).first().hover();
    await page.mouse.wheel(0, 20_000);

    await alertOf(page, storeDown)
      .getByText(/not complete/)
      .waitFor();
    expect(await rowsOf(page).count()).toBeGreaterThan(10);
    await page.unroute(/\/api\/spans\/query/);
    await page.getByRole('button', { name: 'Retry' }).click();
    const all = page.locator(`[role=grid][aria-rowcount="${spans.length + 1}"]`);
    await waitUntil('the list has all rows', async () => {
      await page.mouse.wheel(0, 20_000);
      return all.isVisible();
    });
  });

  it('in the middle of a trace says that it is not complete, and Retry shows all of it', async () => {
    running.visitor.expect(/outline answered 200/);
    const page = await running.open(`traces/${traceId}`, {
      prepare: (opened) =>
        opened.route(/\/outline$/, async (route) => {
          const answer = await route.fetch();
          const [head, columns] = (await answer.text()).split('\n');
          await route.fulfill({ response: answer, body: `${head}\n${columns}\n` });
        }),
    });
    const alert = page.getByRole('alert').filter({ hasText: /not complete/ });
    await alert.waitFor();

    await page.unroute(/\/outline$/);
    await alert.getByRole('button', { name: 'Retry' }).click();

    await waterfallOf(page).getByRole('row').nth(1).waitFor();
    await alert.waitFor({ state: 'detached' });
  });

  it('of the connection leaves the rows that arrived live, and says that it is interrupted', async () => {
    const proxy = await startPrefixProxy(running.spanhouse.url, '/team');
    running.visitor.expect(/ERR_/);
    const page = await running.visitor.open(`${proxy.url}/ui/spans?live=1`);
    await page.getByText('0 matched').waitFor();
    const arriving = shopTraces({ newestMs, traces: 1 }).map((span) => ({
      ...span,
      trace_id: '5'.repeat(32),
    }));
    await running.store(arriving);
    await rowsOf(page).nth(arriving.length).waitFor();

    await proxy.close();

    await page.getByRole('alert').filter({ hasText: 'Interrupted' }).waitFor();
    expect(await rowsOf(page).count()).toBe(arriving.length + 1);
  });

  it.each([
    ['spans', spanRowsOf],
    ['users', (page: Page) => page.getByRole('gridcell', { name: 'ana' })],
    ['services', (page: Page) => figureOf(page, /^Service map: [1-9]/)],
    ['analytics', (page: Page) => page.getByRole('table', { name: 'By model' })],
    ['sessions/s-0', (page: Page) => page.getByRole('feed')],
  ])('without an answer keeps the %s, and says when they were read', async (path, shown) => {
    running.visitor.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
    const page = await running.open(`${path}?w=24h`);
    await shown(page).first().waitFor();
    await intercept(page, '**/api/**', (route) => route.abort());
    await page.keyboard.press('r');

    await page
      .getByRole('alert')
      .getByText(/What is shown is from/)
      .waitFor();
    expect(await shown(page).count()).toBeGreaterThan(0);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Retry' }).first().press('Enter');
    await page.getByText(/What is shown is from/).waitFor({ state: 'detached' });
  });
});
