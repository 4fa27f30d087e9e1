import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Logger, SelfTracer } from '@spanhouse/service-runtime';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { clickhouseUnavailable } from './clickhouse-failure.js';
import { pinnedInsertSettings, pinnedSettings } from './pinned-settings.js';
import { traceStatements } from './trace-statements.js';

/** The Node client from @clickhouse/client. */
export type ClickHouseClient = ReturnType<typeof createClient>;

export interface ClientDependencies {
  readonly logger: Logger;
  /** Traces the statements; if absent, nothing is traced. */
  readonly tracer?: SelfTracer | undefined;
}

export interface ClickHouseClientOptions extends ClientDependencies {
  /** Time limit of a request; default CLICKHOUSE_REQUEST_TIMEOUT_MS. */
  readonly requestTimeoutMs?: number;
  readonly maxOpenConnections: number;
  /** The default database of statements; `undefined` if the database does not exist yet. */
  readonly database: string | undefined;
}

/**
 * Time after which the client closes an idle connection. Servers close idle connections after 10 s or more. If the
 * server closed the connection first, a request could be lost.
 */
const IDLE_SOCKET_MS = 2500;

/**
 * Settings for the tables of a cluster. They do not affect a single server (docs/adr/105).
 *
 * - An insert returns after a majority of the replicas of each shard have stored its rows.
 * - If a shard is unavailable, a read fails instead of returning an incomplete answer.
 * - A join or `IN` across shards fails. Statements that relate rows of one trace set `shardLocal`.
 */
const clusterSettings = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  skip_unavailable_shards: 0,
  distributed_product_mode: 'deny',
} as const;

/** The default settings for every read. A read may override them. */
export const fixedReadSettings = { ...pinnedSettings, ...clusterSettings } as const;

/** The default settings for every statement that a client sends. A statement may override them. */
export const fixedSettings = { ...fixedReadSettings, ...pinnedInsertSettings } as const;

/** Creates a client that never retries, because only the caller can decide whether to retry. */
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

/** Creates a client whose statements use the configured database. */
export function openClient(
  config: ClickHouseConfig,
  maxOpenConnections: number,
  dependencies: ClientDependencies,
): ClickHouseClient {
  const database = config.CLICKHOUSE_DATABASE;
  return createClickHouseClient(config, { maxOpenConnections, database, ...dependencies });
}

/** Runs a statement and returns its complete answer. */
export async function execute(
  client: ClickHouseClient,
  statement: Parameters<ClickHouseClient['exec']>[0],
): Promise<Buffer> {
  const { stream } = await client.exec(statement);
  return await readAll(stream);
}

/** Runs a query and returns its rows as objects. */
export async function selectObjects<Row>(
  client: ClickHouseClient,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<readonly Row[]> {
  const result = await client.query({ query, query_params, format: 'JSONEachRow' });
  return result.json<Row>();
}

/**
 * Inserts rows and resolves after they are durable. Every failure is reported as CLICKHOUSE_UNAVAILABLE (retryable),
 * because otherwise a caller might continue as if the rows were stored.
 */
export async function insertDurably(
  client: ClickHouseClient,
  insert: Pick<
    Parameters<ClickHouseClient['insert']>[0],
    'table' | 'values' | 'columns' | 'format' | 'abort_signal'
  >,
): Promise<void> {
  try {
    const clickhouse_settings = { async_insert: 0, wait_end_of_query: 1 } as const;
    await client.insert({ format: 'JSONEachRow', ...insert, clickhouse_settings });
  } catch (cause) {
    throw clickhouseUnavailable(`${insert.table} cannot be recorded`, cause);
  }
}

/** Reads a response to its end, which releases the connection. */
export async function readAll(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    if (chunk instanceof Uint8Array) {
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}

interface Entry {
  readonly module: string;
  readonly message: string;
  readonly args?: Record<string, unknown>;
  readonly err?: Error;
}

/** Names of log fields that contain SQL or bound values. These fields are removed before logging. */
const payloads = new Set(['query', 'query_params', 'search_params', 'search', 'request_params']);

/** Pattern of a warning that is expected, because Spanhouse stops reading some answers early. */
const leftEarly = /socket was closed or ended before the response was fully read/;

/**
 * Pattern for the client's advice to use progress headers if a time limit is long. Spanhouse does not use them, because
 * the headers of a long statement would exceed Node's size limit.
 */
const longTimeLimit = /^request_timeout is set to /;

/**
 * Creates the logger class that @clickhouse/client instantiates. Errors are logged at debug level, because callers also
 * receive them and decide what to log.
 */
export function clickhouseLogClass(logger: Logger) {
  return class ClickHouseLog {
    trace(entry: Entry): void {
      logger.trace(facts(entry), 'clickhouse client');
    }
    debug(entry: Entry): void {
      logger.debug(facts(entry), 'clickhouse client');
    }
    info(entry: Entry): void {
      logger.debug(facts(entry), 'clickhouse client');
    }
    warn(entry: Entry): void {
      const level = [leftEarly, longTimeLimit].some((usual) => usual.test(entry.message))
        ? 'debug'
        : 'warn';
      logger[level](facts(entry), 'clickhouse client warning');
    }
    error(entry: Entry): void {
      logger.debug(facts(entry), 'clickhouse request failed');
    }
  };
}

function facts({ module, message, args = {}, err }: Entry): Record<string, unknown> {
  const kept = Object.entries(args).filter(([name]) => !payloads.has(name));
  return { ...Object.fromEntries(kept), module, detail: message, ...(err && { err }) };
}
