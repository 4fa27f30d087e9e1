import { AppError } from '@spanhouse/service-runtime';
import type {
  ClickHouseClusterConfig,
  ClickHouseConfig,
  TraceReaderConfig,
} from '../clickhouse-config.js';
import { type ClientDependencies, insertDurably, openClient } from '../connection/client.js';
import { jsonRows, withDeadline } from '../connection/run-statement.js';
import { closeRunner, openRunner, type RunnerDependencies } from '../connection/runner.js';
import { sql } from '../connection/statement.js';
import type { IngestReading, IngestState, StoreReading, VisibleTimes } from '../store-state.js';
import { createStoreState } from './clickhouse-store-state.js';

/** Maximum age of the times that are reported. Older times do not describe the current state. */
const RECENT_SECONDS = 300;

const selectReading = sql`
  SELECT
    (SELECT count() FROM spans),
    times.1, times.2, times.3, times.4
  FROM (
    SELECT (
      count(),
      quantileExactInclusive(0.5)(visible_after_ms),
      quantileExactInclusive(0.95)(visible_after_ms),
      max(visible_after_ms)
    ) AS times
    FROM visible_times WHERE recorded_at >= now64(3) - toIntervalSecond(${RECENT_SECONDS})
  )
  SETTINGS output_format_json_quote_64bit_integers = 0
  FORMAT JSONCompactEachRow
`;

type Row = readonly [rows: number, blocks: number, p50: number, p95: number, max: number];

/**
 * Creates a reader for the ingest state. It queries the tables of Spanhouse and the system tables of every server. No
 * connection opens before the first call.
 */
export function createIngestState(
  config: TraceReaderConfig & ClickHouseClusterConfig,
  dependencies: RunnerDependencies,
): IngestState {
  // One connection is enough, because operators read the state one at a time.
  const runner = openRunner(config, 1, dependencies);
  const servers = createStoreState(config, dependencies);
  return {
    async read(signal) {
      const [row] = jsonRows<Row>(await withDeadline(runner, signal, (run) => run(selectReading)));
      try {
        return toReading(row, await servers.read());
      } catch (error) {
        if (error instanceof AppError && error.code === 'CLICKHOUSE_UNAVAILABLE') {
          dependencies.health?.lost('clickhouse', error.message);
        }
        throw error;
      }
    },
    async close() {
      await Promise.all([closeRunner(runner), servers.close()]);
    },
  };
}

function toReading(
  row: Row | undefined,
  { isComplete, tables, diskFreeBytes }: StoreReading,
): IngestReading {
  if (row === undefined || !isComplete) {
    const message = 'a server of ClickHouse does not answer';
    throw new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true });
  }
  const [rows, blocks, p50, p95, max] = row;
  if (rows > 0 && !tables.has('spans')) {
    const message = 'the spans are on other servers: set CLICKHOUSE_CLUSTER and its servers';
    throw new AppError('CLICKHOUSE_CLUSTER_MISMATCH', message);
  }
  return {
    timeToVisible: blocks === 0 ? undefined : { p50, p95, max },
    rows,
    bytes: [...tables.values()].reduce((sum, { bytesOnDisk }) => sum + bytesOnDisk, 0),
    freeBytes: diskFreeBytes,
  };
}

const MAX_UINT32 = 2 ** 32 - 1;

/**
 * Creates a recorder that stores visible times in ClickHouse. Each call is one insert. No connection opens before the
 * first call.
 */
export function createVisibleTimes(
  config: ClickHouseConfig,
  dependencies: ClientDependencies,
): VisibleTimes {
  // One connection is enough, because a consumer calls `record` again only after the previous call has ended.
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
