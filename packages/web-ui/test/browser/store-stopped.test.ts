import { clickhouseSettings } from '@spanhouse/embedded-clickhouse';
import {
  type StoppableClickHouse,
  startStoppableClickHouse,
} from '../../../../services/all-in-one/test/processes/stoppable-clickhouse.js';
import { describeAlone } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { shopTraces } from './support/shop-traces.js';

let clickhouse: StoppableClickHouse;

const spans = shopTraces({ newestMs: Date.now(), traces: 5 });

async function settings() {
  clickhouse = await startStoppableClickHouse();
  const secret = 'the-secret-of-the-browser-tests-0123456789';
  return { ...clickhouseSettings(clickhouse), TOKEN_SECRET: secret };
}

describeAlone('while the store is stopped', { spans, settings }, (running) => {
  afterEach(() => clickhouse.start());
  afterAll(() => clickhouse.close());

  it.each([
    ['spans', 'grid'],
    [`traces/${spans[0]?.trace_id}`, 'treegrid'],
  ] as const)('shows the failure at %s, and the rows after Retry', async (path, role) => {
    running.visitor.expect(/503 \(Service Unavailable\)/);
    clickhouse.stop();
    const page = await running.open(path);

    const alert = page.getByRole('alert').filter({ hasText: /cannot answer now/ });
    await alert.waitFor();
    expect(await page.getByText(/no span matches/i).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);

    clickhouse.start();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole(role).getByRole('row').nth(1).waitFor();
  });
});
