import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Logger, SelfTracer } from '@spanhouse/service-runtime';
import type { ClickHouseConfig } from './clickhouse-config.js';
import { clickhouseLogClass } from './clickhouse-log.js';
import { traceStatements } from './trace-statements.js';

export type ClickHouseClient = ReturnType<typeof createClient>;

export interface ClickHouseClientOptions {
  readonly requestTimeoutMs: number;
  readonly maxOpenConnections: number;
  /** `undefined`: no database is chosen, as before it exists. */
  readonly database: string | undefined;
  readonly logger: Logger;
  readonly tracer?: SelfTracer | undefined;
}

/** Servers close idle connections after 10 s or more; closing first spares a lost request. */
const IDLE_SOCKET_MS = 2500;

/**
 * For the tables of a cluster; a single server has none of them. An insert is answered when the rows are
 * on their shards and on most replicas there. A shard that is away is an error, never a smaller answer,
 * and so is a join or IN over shards: statements that stay within one say so (shard-local.ts).
 */
export const CLUSTER_SETTINGS = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  skip_unavailable_shards: 0,
  distributed_product_mode: 'deny',
} as const;

/** The client retries nothing: callers know what may be repeated. */
export function createClickHouseClient(
  config: ClickHouseConfig,
  { requestTimeoutMs, maxOpenConnections, database, logger, tracer }: ClickHouseClientOptions,
): ClickHouseClient {
  const client = createClient({
    url: config.CLICKHOUSE_URL,
    username: config.CLICKHOUSE_USER,
    password: config.CLICKHOUSE_PASSWORD,
    application: 'spanhouse',
    request_timeout: requestTimeoutMs,
    max_open_connections: maxOpenConnections,
    keep_alive: { enabled: true, idle_socket_ttl: IDLE_SOCKET_MS },
    compression: { request: false, response: false },
    clickhouse_settings: CLUSTER_SETTINGS,
    log: { LoggerClass: clickhouseLogClass(logger), level: ClickHouseLogLevel.WARN },
    ...(database !== undefined && { database }),
  });
  if (tracer !== undefined) traceStatements(client, tracer);
  return client;
}

/**
 * Reads a response to its end, so that its connection is free again; of a longer one than `maxBytes`
 * a beginning of at least as many, which closes the connection.
 */
export async function readAll(
  stream: AsyncIterable<unknown>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    if (chunk instanceof Uint8Array) {
      chunks.push(chunk);
      bytes += chunk.length;
    }
    if (bytes >= maxBytes) {
      break;
    }
  }
  return Buffer.concat(chunks);
}
