import type { Logger, SelfTracer } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig, ClickHouseConfig } from './clickhouse-config.js';
import { createClickHouseClient } from './connection/clickhouse-client.js';
import { type ClusterServer, clusterOf, localDatabase, openServers } from './connection/cluster.js';
import type { DeadLetterIndex } from './dead-letter-index.js';
import type { SpanWriter } from './span-writer.js';
import type { StoreState } from './store-state.js';
import type { TombstoneRemover } from './tombstone-remover.js';
import { ClickHouseDeadLetterIndex } from './writing/clickhouse-dead-letter-index.js';
import { ClickHouseSpanWriter } from './writing/clickhouse-span-writer.js';
import { ClickHouseStoreState, STATE_TIMEOUT_MS } from './writing/clickhouse-store-state.js';
import { ClickHouseTombstoneRemover } from './writing/clickhouse-tombstone-remover.js';
import { ClusterStoreState } from './writing/cluster-store-state.js';
import { ClusterTombstoneRemover } from './writing/cluster-tombstone-remover.js';

export type { DeadLetterIndex, IndexedDeadLetter } from './dead-letter-index.js';
export type { SpanBlock, SpanWriter, TombstoneBlock, WriteOutcome } from './span-writer.js';
export type { StoreReading, StoreState, TableState } from './store-state.js';
export type { RemovalOutcome, TombstoneRemover } from './tombstone-remover.js';

interface WriterDependencies {
  readonly logger: Logger;
  /** Absent: nothing is traced. */
  readonly tracer?: SelfTracer | undefined;
}

/** One insert of each log partition at a time, and a spare. */
const MAX_CONNECTIONS = 64;

/** Opens nothing until the first call. */
export function createSpanWriter(
  config: ClickHouseConfig,
  { logger, tracer }: WriterDependencies,
): SpanWriter {
  const requestTimeoutMs = config.CLICKHOUSE_REQUEST_TIMEOUT_MS;
  const client = createClickHouseClient(config, {
    requestTimeoutMs,
    maxOpenConnections: MAX_CONNECTIONS,
    database: config.CLICKHOUSE_DATABASE,
    logger,
    tracer,
  });
  return new ClickHouseSpanWriter(client, requestTimeoutMs);
}

/** Opens nothing until the first call. */
export function createDeadLetterIndex(
  config: ClickHouseConfig,
  { logger, tracer }: WriterDependencies,
): DeadLetterIndex {
  const client = createClickHouseClient(config, {
    requestTimeoutMs: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    maxOpenConnections: 1, // blocks are taken apart one at a time
    database: config.CLICKHOUSE_DATABASE,
    logger,
    tracer,
  });
  return new ClickHouseDeadLetterIndex(client);
}

/** Opens nothing until the first call. */
export function createTombstoneRemover(
  config: ClickHouseClusterConfig,
  { logger, tracer }: WriterDependencies,
): TombstoneRemover {
  const cluster = clusterOf(config);
  if (cluster !== undefined) {
    return new ClusterTombstoneRemover(cluster, openLocal(config, { logger, tracer }));
  }
  const client = createClickHouseClient(config, {
    requestTimeoutMs: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    maxOpenConnections: 1, // one batch at a time
    database: config.CLICKHOUSE_DATABASE,
    logger,
    tracer,
  });
  return new ClickHouseTombstoneRemover(client);
}

/** Opens nothing until the first call. */
export function createStoreState(
  config: ClickHouseClusterConfig,
  { logger }: { logger: Logger },
): StoreState {
  if (clusterOf(config) !== undefined) {
    const bounded = { ...config, CLICKHOUSE_REQUEST_TIMEOUT_MS: STATE_TIMEOUT_MS };
    const servers = openLocal(bounded, { logger });
    return new ClusterStoreState(servers.map(({ client }) => new ClickHouseStoreState(client)));
  }
  const client = createClickHouseClient(config, {
    requestTimeoutMs: STATE_TIMEOUT_MS,
    maxOpenConnections: 1, // one reading at a time
    database: config.CLICKHOUSE_DATABASE,
    logger,
  });
  return new ClickHouseStoreState(client);
}

/** The servers of a cluster, where their own tables are. */
function openLocal(
  config: ClickHouseClusterConfig,
  dependencies: WriterDependencies,
): readonly ClusterServer[] {
  const database = localDatabase(config.CLICKHOUSE_DATABASE);
  const urls = config.CLICKHOUSE_SERVER_URLS ?? [];
  return openServers(config, { urls, database, ...dependencies });
}
