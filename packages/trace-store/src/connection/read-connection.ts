import { parseError } from '@clickhouse/client';
import type { SelfTracer } from '@spanhouse/service-runtime';
import { buildConnector, Pool } from 'undici';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import type { ClickHouseSummary } from '../read-cost.js';
import { fixedReadSettings } from './client.js';
import { type Exchanged, exchange, type ResponseHead } from './exchange.js';
import { formatParameter, toRequestBody } from './request-body.js';
import type { Statement } from './statement.js';
import { traceStatement } from './trace-statements.js';

/** A statement and the limits on its answer. */
export interface ReadRequest {
  readonly statement: Statement;
  /** The prefix of the statement's query id in ClickHouse. */
  readonly queryId: string;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly signal: AbortSignal;
  /** Number of bytes that the caller needs from the start of the answer. The rest may be dropped. */
  readonly maxBytes: number;
  /** Returns whether an answer of approximately this size may be read. */
  readonly admit: (bytes: number) => boolean;
}

/** The answer to a statement, and its approximate size. */
export interface ReadAnswer {
  /** The answer; undefined if it was not admitted. */
  readonly body: Buffer | undefined;
  readonly bytes: number;
  readonly summary: ClickHouseSummary | undefined;
}

/** Sends read-only statements to ClickHouse. */
export interface ReadConnection {
  /**
   * Sends a statement and resolves with the answer. Rejects with a ClickHouseError, a network error from Node or
   * undici, or the reason of the signal.
   */
  send(read: ReadRequest): Promise<ReadAnswer>;
  /** Closes all connections. Running statements fail. */
  close(): Promise<void>;
}

/** The limits and the database of a connection, and the tracer for its statements. */
export interface ReadConnectionOptions {
  readonly maxOpenConnections: number;
  readonly database: string | undefined;
  readonly tracer?: SelfTracer | undefined;
}

const MAX_ERROR_BYTES = 65_536;
/**
 * Suffix for the query id of a retried read. ClickHouse rejects the id of a running query, and the first attempt may
 * still be running.
 */
const repeatedSuffix = ':again';

/**
 * Creates a connection that sends reads through undici. The client from @clickhouse/client needs more than twice the
 * CPU time per statement and waits for a timer before each request.
 */
export function createReadConnection(
  config: ClickHouseConfig,
  { maxOpenConnections, database, tracer }: ReadConnectionOptions,
): ReadConnection {
  const url = new URL(config.CLICKHOUSE_URL);
  const { connect, isStale } = watchConnections();
  const pool = new Pool(url.origin, {
    connect,
    connections: maxOpenConnections,
    pipelining: 1,
    allowH2: false,
    // No timeouts are needed here, because each read has a signal that limits the time from connecting to the last
    // byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // Credentials in the URL take precedence, as in @clickhouse/client.
  const user = decodeURIComponent(url.username) || config.CLICKHOUSE_USER;
  const password = decodeURIComponent(url.password) || config.CLICKHOUSE_PASSWORD;
  // The settings of the individual read are appended later. If a setting occurs twice, the last value applies.
  const fixed = new URLSearchParams({
    ...mapToText(fixedReadSettings),
    ...(database && { database }),
  }).toString();
  const headers = {
    'user-agent': 'spanhouse',
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  };

  async function send(read: ReadRequest): Promise<ReadAnswer> {
    const { statement, queryId, settings, signal } = read;
    const { body, parameters, headers: more } = await toRequestBody(statement);
    const search = searchOf(settings, parameters);
    const answer = expectAnswer(read);
    const request = (id: string) => {
      search.set('query_id', id);
      const path = `/?${fixed}&${search}`;
      const allHeaders = { ...headers, ...more };
      const limits = { signal, maxBytesOf: answer.maxBytesOf };
      return exchange(pool, { method: 'POST', path, body, headers: allHeaders }, limits);
    };
    const response = await request(queryId).catch((error: unknown) => {
      if (isStale(error)) {
        return request(`${queryId}${repeatedSuffix}`);
      }
      throw error;
    });
    return answer.read(response);
  }

  return {
    send(read) {
      return tracer === undefined
        ? send(read)
        : traceStatement(tracer, read.statement.query, (reportQueryId) => {
            reportQueryId(read.queryId);
            return send(read);
          });
    },
    close: () => pool.destroy(),
  };
}

function searchOf(settings: ReadRequest['settings'], parameters: Statement['query_params']) {
  const search = new URLSearchParams(mapToText(settings));
  for (const [name, value] of Object.entries(parameters)) {
    search.set(`param_${name}`, formatParameter(value));
  }
  return search;
}

/** Determines how much of a response is read, and creates the answer from the response. */
function expectAnswer({ maxBytes, admit }: Pick<ReadRequest, 'maxBytes' | 'admit'>) {
  let expected: Omit<ReadAnswer, 'body'> = { bytes: 0, summary: undefined };
  let isAdmitted = false;
  return {
    maxBytesOf(head: ResponseHead): number {
      if (head.statusCode !== 200) {
        return MAX_ERROR_BYTES;
      }
      const summary = summaryOf(head);
      const bytes = Math.min(Number(summary?.result_bytes ?? 0), maxBytes);
      expected = { bytes, summary };
      isAdmitted = admit(bytes);
      return isAdmitted ? maxBytes : 0;
    },
    /** Creates the answer. Throws if ClickHouse has returned an error. */
    read({ statusCode, body }: Exchanged): ReadAnswer {
      if (statusCode !== 200) {
        throw parseError(body.toString());
      }
      return { ...expected, body: isAdmitted ? body : undefined };
    },
  };
}

function mapToText(settings: object): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
}

/**
 * Detects requests that failed because a reused connection was lost. Usually ClickHouse closed the idle connection
 * while the request was being sent. Such a request can be retried even if its statement is already running, because the
 * statement is read-only.
 */
function watchConnections() {
  const connectToServer = buildConnector({ allowH2: false, timeout: 0 });
  const staleErrors = new WeakSet<object>();
  const connect: buildConnector.connector = (options, callback) =>
    connectToServer(options, (...[failure, socket]) => {
      if (failure !== null) {
        callback(failure, null);
        return;
      }
      socket.once('error', (error) => {
        if (socket.bytesRead > 0) {
          staleErrors.add(error);
        }
      });
      callback(null, socket);
    });
  return {
    connect,
    isStale: (error: unknown) => Object(error) === error && staleErrors.has(error as object),
  };
}

function summaryOf({ headers }: ResponseHead): ClickHouseSummary | undefined {
  const summary = headers['x-clickhouse-summary'];
  return typeof summary === 'string' ? JSON.parse(summary) : undefined;
}
