import { AppError, type Logger, type SelfTracer } from '@spanhouse/service-runtime';
import { type ClickHouseClient, createClickHouseClient } from './clickhouse-client.js';
import type { ClickHouseClusterConfig } from './clickhouse-config.js';
import { toClickHouseFailure } from './clickhouse-failure.js';

/** Servers over which traces are spread: all spans of a trace, and what is known of it, are on one shard. */
export interface Cluster {
  readonly name: string;
  readonly serverUrls: readonly string[];
  readonly isReplicated: boolean;
}

/** undefined: one server. */
export function clusterOf(config: ClickHouseClusterConfig): Cluster | undefined {
  const { CLICKHOUSE_CLUSTER: name, CLICKHOUSE_SERVER_URLS: serverUrls = [] } = config;
  return name === undefined
    ? undefined
    : { name, serverUrls, isReplicated: config.CLICKHOUSE_REPLICATED ?? true };
}

/** Where the servers of a cluster keep their own tables; the database itself holds Distributed ones. */
export function localDatabase(database: string): string {
  return `${database}_local`;
}

/** One server of a cluster, with a client of its own that chooses no database. */
export interface ClusterServer {
  /** Host and port, for messages. */
  readonly host: string;
  readonly client: ClickHouseClient;
}

export function openServers(
  config: ClickHouseClusterConfig,
  { urls, ...options }: OpenServersOptions,
): readonly ClusterServer[] {
  return urls.map((url) => ({
    host: new URL(url).host,
    client: createClickHouseClient(
      { ...config, CLICKHOUSE_URL: url },
      {
        requestTimeoutMs: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
        maxOpenConnections: 2,
        ...options,
      },
    ),
  }));
}

interface OpenServersOptions {
  readonly urls: readonly string[];
  readonly database: string | undefined;
  readonly logger: Logger;
  readonly tracer?: SelfTracer | undefined;
}

/** Which replica of which shard a server is, by the macros that Replicated tables need as well. */
interface ServerPlace {
  readonly shard: string;
  readonly replica: string;
}

const SELECT_PLACE = `SELECT
  anyIf(substitution, macro = 'shard') AS shard,
  anyIf(substitution, macro = 'replica') AS replica,
  (SELECT count() FROM system.clusters WHERE cluster = {cluster:String}) AS servers,
  (SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = {cluster:String}) AS shards
FROM system.macros`;

type PlaceRow = ServerPlace & Readonly<Record<'servers' | 'shards', string>>;

/** Rejects with CLICKHOUSE_UNAVAILABLE (retryable), or CLICKHOUSE_CLUSTER_MISMATCH with what is wrong. */
export async function readServerPlace(server: ClusterServer, cluster: Cluster): Promise<PlaceRow> {
  const { host, client } = server;
  const [row] = await client
    .query({
      query: SELECT_PLACE,
      query_params: { cluster: cluster.name },
      format: 'JSONEachRow',
    })
    .then((result) => result.json<PlaceRow>())
    .catch((cause) => {
      const { code, reason } = toClickHouseFailure(cause);
      const message = `the ClickHouse server at ${host} does not answer: ${code} ${reason}`;
      throw new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true, cause });
    });
  if (row === undefined || Number(row.servers) === 0) {
    throw mismatch(`the server at ${host} has no cluster ${cluster.name} in its remote_servers`);
  }
  if (row.shard === '' || row.replica === '') {
    throw mismatch(`the server at ${host} lacks the macros shard and replica`);
  }
  return row;
}

/** Rejects when CLICKHOUSE_SERVER_URLS are not exactly the servers of the cluster. */
export async function verifyServers(
  servers: readonly ClusterServer[],
  cluster: Cluster,
): Promise<void> {
  const places = await Promise.all(servers.map((server) => readServerPlace(server, cluster)));
  const replicas = new Set(places.map(({ shard, replica }) => `${shard} ${replica}`));
  const shards = new Set(places.map(({ shard }) => shard));
  for (const { servers: expected, shards: expectedShards } of places) {
    if (replicas.size !== Number(expected) || shards.size !== Number(expectedShards)) {
      throw mismatch(
        `CLICKHOUSE_SERVER_URLS leads to ${replicas.size} servers of ${shards.size} shards, cluster ${cluster.name} has ${expected} of ${expectedShards}`,
      );
    }
  }
}

function mismatch(message: string): AppError {
  return new AppError('CLICKHOUSE_CLUSTER_MISMATCH', message);
}
