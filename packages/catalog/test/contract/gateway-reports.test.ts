import {
  createSilentLogger,
  describeWithBackend,
  FakeClock,
} from '@spanhouse/service-runtime/testing';
import { type Catalog, type GatewayReports, openCatalog } from '../../src/index.js';
import { type DatabaseHarness, unavailable } from './catalog-contract.js';
import { createPostgresHarness } from './postgres-harness.js';
import { createSqliteHarness } from './sqlite-harness.js';

const logger = createSilentLogger();
const MINUTE_MS = 60_000;

function describeGatewayReports(
  title: string,
  createHarness: () => Promise<DatabaseHarness>,
): void {
  describe(title, () => {
    let harness: DatabaseHarness;
    let clock: FakeClock;
    let reports: GatewayReports;
    let catalog: Catalog;

    beforeEach(async () => {
      harness = await createHarness();
      clock = new FakeClock();
      ({ catalog, gatewayReports: reports } = openCatalog(harness.address, { logger, clock }));
    });

    afterEach(async () => {
      await catalog.close();
      await harness.remove();
    });

    const first = { gateway_id: 'a', accepted_per_second: 20_500.25, dropped: { invalid_time: 9 } };
    const second = { gateway_id: 'b', accepted_per_second: 0, dropped: {} };

    it('lists the last report of each gateway', async () => {
      await reports.put({ ...first, accepted_per_second: 1, dropped: { invalid_enum: 1 } });
      await reports.put(second);
      await reports.put(first);

      expect(await reports.list(MINUTE_MS)).toEqual([first, second]);
    });

    it('omits gateways that have not reported within the given time', async () => {
      await reports.put(first);
      await clock.advance(MINUTE_MS);
      await reports.put(second);

      expect(await reports.list(MINUTE_MS)).toEqual([first, second]);
      expect(await reports.list(MINUTE_MS - 1)).toEqual([second]);
    });

    it('removes gateways that have not reported for an hour', async () => {
      await reports.put(first);
      await clock.advance(60 * MINUTE_MS);
      await reports.put(second);
      const afterAnHour = await reports.list(120 * MINUTE_MS);
      await clock.advance(1);

      await reports.put(second);

      expect(afterAnHour).toEqual([first, second]);
      expect(await reports.list(120 * MINUTE_MS)).toEqual([second]);
    });

    it('rejects while the database does not answer', async () => {
      await harness.takeAway();

      await expect(reports.put(first)).rejects.toMatchObject(unavailable);
      await expect(reports.list(MINUTE_MS)).rejects.toMatchObject(unavailable);
      await harness.bringBack();
    });
  });
}

describeGatewayReports('the reports of gateways on SQLite', createSqliteHarness);

describeWithBackend('on PostgreSQL', 'POSTGRES_URL', (serverUrl) => {
  describeGatewayReports('the reports of gateways', () => createPostgresHarness(serverUrl));
});
