import { clickhouseSettings } from '@spanhouse/embedded-clickhouse';
import {
  type StoppableClickHouse,
  startStoppableClickHouse,
} from '../../../../services/all-in-one/test/processes/stoppable-clickhouse.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

let clickhouse: StoppableClickHouse;

describeInBrowser(
  'while the store is stopped',
  (running) => {
    const spans = shopTraces({ newestMs: Date.now(), traces: 5 });
    beforeAll(() => storeSpans(running.spanhouse.url, spans));
    afterEach(() => clickhouse.start());
    afterAll(() => clickhouse.close());

    it.each([
      ['spans', 'grid'],
      [`traces/${spans[0]?.trace_id}`, 'treegrid'],
    ] as const)('shows the failure at %s, and the rows after Retry', async (path, role) => {
      const { spanhouse, visitor } = running;
      visitor.expect(/503 \(Service Unavailable\)/);
      clickhouse.stop();
      const page = await visitor.open(`${spanhouse.url}/ui/${path}`);

      const alert = page.getByRole('alert').filter({ hasText: /cannot answer now/ });
      await alert.waitFor();
      expect(await page.getByText(/no span matches/i).count()).toBe(0);
      expect(await findBarriers(page)).toEqual([]);

      clickhouse.start();
      await alert.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole(role).getByRole('row').nth(1).waitFor();
    });
  },
  async () => {
    clickhouse = await startStoppableClickHouse();
    return {
      ...clickhouseSettings(clickhouse),
      TOKEN_SECRET: 'the-secret-of-the-browser-tests-0123456789',
    };
  },
);
