import { AppError } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig } from '../clickhouse-config.js';
import { clickhouseUnavailable } from './clickhouse-failure.js';
import {
  type ClickHouseClient,
  type ClickHouseClientOptions,
  type ClientDependencies,
  createClickHouseClient,
  selectObjects,
} from './client.js';

/** The servers of a cluster. In every table, all rows of a trace are on one shard (docs/adr/105). */
export interface Cluster {
  readonly name: string;
  readonly serverUrls: readonly string[];
  readonly isReplicated: boolean;
}

/** Returns the configured cluster, or undefined for a single server. */
export function clusterOf(config: ClickHouseClusterConfig): Cluster | undefined {
  const { CLICKHOUSE_CLUSTER: name, CLICKHOUSE_SERVER_URLS: serverUrls = [] } = config;
  return name === undefined
    ? undefined
    : { name, serverUrls, isReplicated: config.CLICKHOUSE_REPLICATED ?? true };
}

/**
 * Returns the name of the database that contains a server's local tables. The configured database contains Distributed
 * tables.
 */
export function localDatabase(database: string): string {
  return `${database}_local`;
}

/** One server of a cluster, and a client for it. */
export interface ClusterServer {
  /** Host and port of the server, used in messages. */
  readonly host: string;
  readonly client: ClickHouseClient;
}

/** Creates a client for each URL. The caller must close the clients. */
export function openServers(
  config: ClickHouseClusterConfig,
  { urls, ...options }: OpenServersOptions,
): readonly ClusterServer[] {
  return urls.map((url) => ({
    host: new URL(url).host,
    client: createClickHouseClient(
      { ...config, CLICKHOUSE_URL: url },
      { maxOpenConnections: 2, ...options },
    ),
  }));
}

/** Creates a client for each configured server of a cluster. The clients use the local tables. */
export function openLocalServers(
  config: ClickHouseClusterConfig,
  dependencies: ClientDependencies,
): readonly ClusterServer[] {
  const database = localDatabase(config.CLICKHOUSE_DATABASE);
  const urls = config.CLICKHOUSE_SERVER_URLS ?? [];
  return openServers(config, { urls, database, ...dependencies });
}

interface OpenServersOptions
  extends Pick<ClickHouseClientOptions, 'database' | 'logger' | 'tracer' | 'requestTimeoutMs'> {
  readonly urls: readonly string[];
}

const selectMacros = `SELECT
  anyIf(substitution, macro = 'shard') AS shard,
  anyIf(substitution, macro = 'replica') AS replica,
  (SELECT count() FROM system.clusters WHERE cluster = {cluster:String}) AS servers,
  (SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = {cluster:String}) AS shards
FROM system.macros`;

type MacrosRow = Readonly<Record<'shard' | 'replica' | 'servers' | 'shards', string>>;

/**
 * Reads the shard and replica of a server. Rejects with CLICKHOUSE_UNAVAILABLE (retryable), or with
 * CLICKHOUSE_CLUSTER_MISMATCH if the server lacks the cluster or the macros.
 */
export async function readServerMacros(
  server: ClusterServer,
  cluster: Cluster,
): Promise<MacrosRow> {
  const { host, client } = server;
  const parameters = { cluster: cluster.name };
  const [row] = await selectObjects<MacrosRow>(client, selectMacros, parameters).catch((cause) => {
    throw clickhouseUnavailable(`the ClickHouse server at ${host} does not answer`, cause);
  });
  if (row === undefined || Number(row.servers) === 0) {
    throw mismatch(`the server at ${host} has no cluster ${cluster.name} in its remote_servers`);
  }
  if (row.shard === '' || row.replica === '') {
    throw mismatch(`the server at ${host} lacks the macros shard and replica`);
  }
  return row;
}

/** Rejects with CLICKHOUSE_CLUSTER_MISMATCH unless the given servers are exactly the servers of the cluster. */
export async function verifyServers(
  servers: readonly ClusterServer[],
  cluster: Cluster,
): Promise<void> {
  const macros = await Promise.all(servers.map((server) => readServerMacros(server, cluster)));
  const replicas = new Set(macros.map(({ shard, replica }) => `${shard} ${replica}`));
  const shards = new Set(macros.map(({ shard }) => shard));
  for (const { servers: expected, shards: expectedShards } of macros) {
    if (replicas.size !== Number(expected) || shards.size !== Number(expectedShards)) {
      throw mismatch(
        `CLICKHOUSE_SERVER_URLS leads to ${replicas.size} servers of ${shards.size} shards, but cluster ${cluster.name} has ${expected} servers of ${expectedShards} shards`,
      );
    }
  }
}

function mismatch(message: string): AppError {
  return new AppError('CLICKHOUSE_CLUSTER_MISMATCH', message);
}
