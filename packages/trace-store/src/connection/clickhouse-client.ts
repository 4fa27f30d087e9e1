import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Logger, SelfTracer } from '@spanhouse/service-runtime';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { clickhouseLogClass } from './clickhouse-log.js';
import { pinnedInsertSettings, pinnedSettings } from './pinned-settings.js';
import { traceStatements } from './trace-statements.js';

/** The client of @clickhouse/client for Node. */
export type ClickHouseClient = ReturnType<typeof createClient>;

/** The limits, the log and the tracer of a client. */
export interface ClickHouseClientOptions {
  /** Default: CLICKHOUSE_REQUEST_TIMEOUT_MS. */
  readonly requestTimeoutMs?: number;
  readonly maxOpenConnections: number;
  /** The default database of statements; `undefined` before it exists. */
  readonly database: string | undefined;
  readonly logger: Logger;
  readonly tracer?: SelfTracer | undefined;
}

/** Servers close idle connections after 10 s or more. Closing them earlier avoids lost requests. */
const IDLE_SOCKET_MS = 2500;

/**
 * Settings for the tables of a cluster; they do not affect a single server (docs/adr/105).
 *
 * - An insert is answered when the rows are on their shards and on most replicas there.
 * - An unavailable shard is an error, never an incomplete answer.
 * - A join or IN over shards is an error; statements that relate rows of one trace set `shardLocal`.
 */
const clusterSettings = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  skip_unavailable_shards: 0,
  distributed_product_mode: 'deny',
} as const;

/** The settings of every read; a read may replace them. */
export const fixedReadSettings = { ...pinnedSettings, ...clusterSettings } as const;

/** The settings of every statement of a client; a statement may replace them. */
export const fixedSettings = { ...fixedReadSettings, ...pinnedInsertSettings } as const;

/** Creates a client that never retries, because only callers know what may be repeated. */
export function createClickHouseClient(
  config: ClickHouseConfig,
  options: ClickHouseClientOptions,
): ClickHouseClient {
  const { maxOpenConnections, database, logger, tracer } = options;
  const client = createClient({
    url: config.CLICKHOUSE_URL,
    username: config.CLICKHOUSE_USER,
    password: config.CLICKHOUSE_PASSWORD,
    application: 'spanhouse',
    request_timeout: options.requestTimeoutMs ?? config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    max_open_connections: maxOpenConnections,
    keep_alive: { enabled: true, idle_socket_ttl: IDLE_SOCKET_MS },
    compression: { request: false, response: false },
    clickhouse_settings: fixedSettings,
    log: { LoggerClass: clickhouseLogClass(logger), level: ClickHouseLogLevel.WARN },
    ...(database !== undefined && { database }),
  });
  if (tracer !== undefined) {
    traceStatements(client, tracer);
  }
  return client;
}

/** Reads a response to its end and thereby frees its connection. */
export async function readAll(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    if (chunk instanceof Uint8Array) {
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}
