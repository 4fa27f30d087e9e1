import type { ClickHouseConfig } from '../clickhouse-config.js';
import {
  type ClientDependencies,
  insertDurably,
  openClient,
} from '../connection/clickhouse-client.js';
import type { VisibleTimes } from '../store-state.js';

const MAX_UINT32 = 2 ** 32 - 1;

/** Creates a recorder of times in ClickHouse, with one insert per call. It opens nothing until the first call. */
export function createVisibleTimes(
  config: ClickHouseConfig,
  dependencies: ClientDependencies,
): VisibleTimes {
  // One connection is enough, because a consumer records one report at a time.
  const client = openClient(config, 1, dependencies);
  return {
    async record(times) {
      const values = times.map((ms) => ({
        visible_after_ms: Math.min(Math.max(0, Math.round(ms)), MAX_UINT32),
      }));
      if (values.length > 0) {
        await insertDurably(client, { table: 'visible_times', values });
      }
    },
    close: () => client.close(),
  };
}
