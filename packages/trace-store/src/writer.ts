import { type Clock, type Logger, type SelfTracer, systemClock } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig, ClickHouseConfig } from './clickhouse-config.js';
import { type ClickHouseClient, createClickHouseClient } from './connection/clickhouse-client.js';
import { type ClusterServer, clusterOf, localDatabase, openServers } from './connection/cluster.js';
import { openRunner } from './connection/statement-runner.js';
import type { DeadLetterIndex } from './dead-letter-index.js';
import { ClickHouseTombstoneRemover } from './deleting/clickhouse-tombstone-remover.js';
import { ClusterTombstoneRemover } from './deleting/cluster-tombstone-remover.js';
import { ClickHouseMessageLedger } from './ledger/clickhouse-message-ledger.js';
import type { MessageLedger } from './message-ledger.js';
import { ClickHouseDeadLetterIndex } from './operations/clickhouse-dead-letter-index.js';
import { ClickHouseVisibleTimes } from './operations/clickhouse-visible-times.js';
import { ClickHouseWordIndexer } from './operations/clickhouse-word-indexer.js';
import { openStoreState } from './operations/open-store-state.js';
import { ClickHouseSpanMetrics } from './span-metrics/clickhouse-span-metrics.js';
import type { SpanMetricsStore } from './span-metrics.js';
import type { SpanWriter } from './span-writer.js';
import type { StoreState, VisibleTimes } from './store-state.js';
import type { TombstoneRemover, WordIndexer } from './store-upkeep.js';
import { ClickHouseSpanWriter } from './writing/clickhouse-span-writer.js';

export type { DeadLetterIndex, IndexedDeadLetter, LostRange } from './dead-letter-index.js';
export { createLedgerAudit } from './ledger/clickhouse-ledger-audit.js';
export {
  type LedgerAudit,
  type LedgerBalance,
  type LedgerEntry,
  type LedgerGap,
  type LedgerSelection,
  MAX_UNENTERED,
  type MessageLedger,
} from './message-ledger.js';
export { createStoredPositions } from './operations/log-positions.js';
export type {
  ArrivedBlock,
  EdgeQuery,
  KnownSeries,
  LogRange,
  ProjectSum,
  SpanMetric,
  SpanMetricsProgress,
  SpanMetricsStore,
} from './span-metrics.js';
export type { SpanBlock, SpanWriter, TombstoneBlock, WriteOutcome } from './span-writer.js';
export type { StoreReading, StoreState, TableState, VisibleTimes } from './store-state.js';
export type { RemovalOutcome, TombstoneRemover, WordIndexer } from './store-upkeep.js';

interface WriterDependencies {
  readonly logger: Logger;
  /** Absent: nothing is traced. */
  readonly tracer?: SelfTracer | undefined;
}

interface SpanWriterDependencies extends WriterDependencies {
  /** Default: the clock of the system. */
  readonly clock?: Pick<Clock, 'monotonicMs'>;
}

/** One insert per log partition at a time, and some to spare. */
const MAX_CONNECTIONS = 64;

/** Opens nothing until the first call. */
export function createSpanWriter(
  config: ClickHouseConfig,
  { clock = systemClock, ...dependencies }: SpanWriterDependencies,
): SpanWriter {
  const client = openClient(config, MAX_CONNECTIONS, dependencies);
  const requestTimeoutMs = config.CLICKHOUSE_REQUEST_TIMEOUT_MS;
  return new ClickHouseSpanWriter(client, { requestTimeoutMs, clock });
}

/** Opens nothing until the first call. */
export function createDeadLetterIndex(
  config: ClickHouseConfig,
  dependencies: WriterDependencies,
): DeadLetterIndex {
  // One connection, because blocks are bisected one at a time.
  return new ClickHouseDeadLetterIndex(openClient(config, 1, dependencies));
}

/** Opens nothing until the first call. */
export function createMessageLedger(
  config: ClickHouseConfig,
  dependencies: WriterDependencies,
): MessageLedger {
  // One connection, because entries wait for the current insert and then share the next.
  return new ClickHouseMessageLedger(openClient(config, 1, dependencies));
}

/** Opens nothing until the first call. */
export function createTombstoneRemover(
  config: ClickHouseClusterConfig,
  dependencies: WriterDependencies,
): TombstoneRemover {
  const cluster = clusterOf(config);
  return cluster === undefined
    ? new ClickHouseTombstoneRemover(openClient(config, 1, dependencies)) // one batch at a time
    : new ClusterTombstoneRemover(cluster, openLocal(config, dependencies));
}

/** Opens nothing until the first call. */
export function createWordIndexer(
  config: ClickHouseClusterConfig,
  dependencies: WriterDependencies,
): WordIndexer {
  const clients =
    clusterOf(config) === undefined
      ? [openClient(config, 1, dependencies)]
      : openLocal(config, dependencies).map(({ client }) => client);
  return new ClickHouseWordIndexer(clients);
}

/** Opens nothing until the first call. */
export function createVisibleTimes(
  config: ClickHouseConfig,
  dependencies: WriterDependencies,
): VisibleTimes {
  // One connection, because a consumer records one report at a time.
  return new ClickHouseVisibleTimes(openClient(config, 1, dependencies));
}

/** A round sums up about 100,000 rows. */
const ROUND_MEMORY_BYTES = 2_147_483_648;

/** Opens nothing until the first call. */
export function createSpanMetricsStore(
  config: ClickHouseConfig,
  dependencies: WriterDependencies & { readonly clock: Clock },
): SpanMetricsStore {
  const limits = {
    QUERY_DEADLINE_MS: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    QUERY_MAX_MEMORY_BYTES: ROUND_MEMORY_BYTES,
  };
  // One connection, because a round runs one statement at a time.
  return new ClickHouseSpanMetrics(openRunner({ ...config, ...limits }, 1, dependencies));
}

/** Opens nothing until the first call. */
export function createStoreState(
  config: ClickHouseClusterConfig,
  { logger }: Pick<WriterDependencies, 'logger'>,
): StoreState {
  return openStoreState(config, logger);
}

function openClient(
  config: ClickHouseConfig,
  maxOpenConnections: number,
  dependencies: WriterDependencies,
): ClickHouseClient {
  const database = config.CLICKHOUSE_DATABASE;
  return createClickHouseClient(config, { maxOpenConnections, database, ...dependencies });
}

/** Creates clients for the servers of a cluster, connected to their local tables. */
function openLocal(
  config: ClickHouseClusterConfig,
  dependencies: WriterDependencies,
): readonly ClusterServer[] {
  const database = localDatabase(config.CLICKHOUSE_DATABASE);
  const urls = config.CLICKHOUSE_SERVER_URLS ?? [];
  return openServers(config, { urls, database, ...dependencies });
}

export { toEndEntry } from './ledger/unread-ends.js';
