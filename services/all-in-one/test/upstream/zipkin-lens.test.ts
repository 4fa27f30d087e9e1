import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { setDAsOtlp, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { type Browser, chromium, type Page } from 'playwright-core';
import { consistentWith, postJson, send } from '../http-client.js';
import { runSpanhouse } from '../processes/running-spanhouse.js';

/** The time range of set D, in the format that Lens uses in its URLs. */
const window = { startTs: '1777629000000', endTs: '1777629800000' };

describeWithBackend('Lens, the pages of Zipkin', 'CHROMIUM_PATH', (executablePath) => {
  describeWithBackend('as published', 'ZIPKIN_LENS_PAGES', (lensDir) => {
    const spanhouse = runSpanhouse({ ZIPKIN_LENS_DIR: lensDir });
    let browser: Browser;
    let page: Page;
    let problems: string[];

    beforeAll(async () => {
      const { receipt } = await postJson(`${spanhouse.url}/v1/traces`, setDAsOtlp());
      const headers = consistentWith(receipt);
      await send(`${spanhouse.url}/zipkin/api/v2/trace/${traceIdsOfSetD.a}`, { headers });
      browser = await chromium.launch({ executablePath });
    });
    beforeEach(async () => {
      page = await browser.newPage();
      problems = [];
      page.on('console', (message) => {
        if (message.type() === 'error') {
          problems.push(message.text());
        }
      });
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
      page.on('response', (response) => {
        if (response.status() >= 400) {
          problems.push(`${response.status()} ${response.url()}`);
        }
      });
    });
    afterEach(async () => {
      await page.close();
      expect(problems).toEqual([]);
    });
    afterAll(() => browser?.close());

    const open = (path: string) =>
      page.goto(`${spanhouse.url}/zipkin/${path}`, { waitUntil: 'networkidle' });

    it('finds the trace of a service and shows its spans', async () => {
      const query = new URLSearchParams({ serviceName: 'payments', lookback: 'range', ...window });
      await open(`?${query}`);
      await page.getByRole('button', { name: 'Run query' }).click();
      await page.getByText('gateway: get /checkout').waitFor();
      await page.locator(`a[href*="traces/${traceIdsOfSetD.a}"]`).first().click();
      await page.waitForURL(`**/zipkin/traces/${traceIdsOfSetD.a}`);

      await page.getByText('payments: charge').first().click();
      await page.getByText('00000000000000a3').first().waitFor();
      await page.getByText('card declined').first().waitFor();
      await page.waitForLoadState('networkidle');
    });

    it('opens a trace by its address', async () => {
      await open(`traces/${traceIdsOfSetD.a}`);

      for (const name of ['gateway: post /pay', 'cards: select cards', 'inventory: reserve']) {
        await page.getByText(name).first().waitFor();
      }
    });

    it('draws the calls between services', async () => {
      const answer = page.waitForResponse(/\/zipkin\/api\/v2\/dependencies/);
      await open(`dependency?startTime=${window.startTs}&endTime=${window.endTs}`);
      await page.locator('canvas').first().waitFor();
      await page.waitForLoadState('networkidle');

      expect(await (await answer).json()).toHaveLength(3);
    });
  });
});
