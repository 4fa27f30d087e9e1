import type { Page } from 'playwright-core';
import { describeAlone } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { intercept } from './support/intercept.js';
import { shopTraces } from './support/shop-traces.js';
import { sendInvalid } from './support/store-spans.js';

const adminKey = 'the-admin-key-of-the-browser-test';
const POLL_MS = 5000;

const spans = shopTraces({ newestMs: Date.now(), traces: 3 });
const settings = { ADMIN_KEY: adminKey };

describeAlone('the state of the ingest', { spans, settings }, (running) => {
  const open = () => running.open('admin/ingest', { isFresh: true });
  const enter = async (page: Page) => {
    await page.getByRole('textbox', { name: 'Admin key' }).fill(adminKey);
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Partitions of the log' }).waitFor();
  };
  const figure = (page: Page, name: string) =>
    page.getByRole('definition').filter({ has: page.locator(`xpath=../dt[.='${name}']`) });
  const readsOfThePage = () =>
    running.visitor.requested.filter((url) => url.endsWith('/admin/ingest')).length;

  it('shows stored and dropped spans with their codes, and reads them again while it is visible', async () => {
    const page = await open();
    await page.clock.install();
    await enter(page);
    await figure(page, 'Store').getByText(`${spans.length} spans`).waitFor();
    await page.getByText('No span was dropped.').waitFor();

    await sendInvalid(running.spanhouse.url, spans);
    await page.clock.runFor(POLL_MS);

    const row = page.getByRole('table', { name: 'Dropped spans by code' }).getByRole('row');
    await row.filter({ hasText: 'invalid_time' }).filter({ hasText: '1' }).waitFor();
    await figure(page, 'Dropped').getByText('1', { exact: true }).waitFor();
    await figure(page, 'Readiness').getByText('ready', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('leads to the dead letters from their number', async () => {
    const page = await open();
    await enter(page);

    const link = page.getByRole('link', { name: '0', exact: true });

    expect(await link.getAttribute('href')).toMatch(/\/ui\/dead-letters$/);
  });

  it('reads nothing while it is hidden, and at once when it is shown again', async () => {
    const page = await open();
    await page.clock.install();
    await enter(page);
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    const before = readsOfThePage();

    await show('hidden');
    await page.clock.runFor(10 * POLL_MS);
    const whileHidden = readsOfThePage();
    const answered = page.waitForResponse('**/admin/ingest');
    await show('visible');
    await answered;

    expect(whileHidden).toBe(before);
  });

  it('keeps the last numbers with their time while the service does not answer', async () => {
    running.visitor.expect(/ERR_FAILED/);
    const page = await open();
    await page.clock.install();
    await enter(page);

    await intercept(page, '**/admin/ingest', (route) => route.abort());
    await page.clock.runFor(POLL_MS);

    await page.getByRole('alert').getByText('The service does not answer.').waitFor();
    await page.getByText(/the numbers below are those of \d\d:\d\d:\d\d/i).waitFor();
    await figure(page, 'Store').getByText('spans').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('states that the administration is not routed to its address', async () => {
    running.visitor.expect(/404/);
    const page = await open();
    await intercept(page, '**/admin/ingest', (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>not here</h1>' }),
    );

    await page.getByRole('textbox', { name: 'Admin key' }).fill(adminKey);
    await page.keyboard.press('Enter');

    const alert = page.getByRole('alert').filter({ hasText: 'not routed to this address' });
    await alert.waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});
