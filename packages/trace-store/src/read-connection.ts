import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Agent as HttpsAgent, request as requestTls } from 'node:https';
import { parseError } from '@clickhouse/client';
import type { SelfTracer } from '@spanhouse/service-runtime';
import { CLUSTER_SETTINGS, readAll } from './clickhouse-client.js';
import type { ClickHouseConfig } from './clickhouse-config.js';
import { formatParameter } from './multipart-body.js';
import type { ClickHouseSummary } from './read-cost.js';
import { toRequestBody } from './request-body.js';
import type { Statement } from './statement.js';
import { traceStatement } from './trace-statements.js';

interface ReadRequest {
  readonly statement: Statement;
  readonly queryId: string;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly signal: AbortSignal;
  /** Of a longer answer a beginning of at least as many bytes is enough. */
  readonly maxBytes: number;
}

interface ReadAnswer {
  readonly body: Buffer;
  readonly summary: ClickHouseSummary | undefined;
}

/** How statements that change nothing reach ClickHouse. */
export interface ReadConnection {
  /** Rejects with a ClickHouseError, what Node says of the network, or the signal's reason. */
  send(read: ReadRequest): Promise<ReadAnswer>;
  close(): void;
}

export interface ReadConnectionOptions {
  readonly maxOpenConnections: number;
  readonly database: string | undefined;
  readonly tracer?: SelfTracer | undefined;
}

const MAX_ERROR_BYTES = 65_536;

/** HTTP of our own, because @clickhouse/client takes a millisecond before it sends anything (docs/adr/114). */
export function createReadConnection(
  config: ClickHouseConfig,
  { maxOpenConnections, database, tracer }: ReadConnectionOptions,
): ReadConnection {
  const url = new URL(config.CLICKHOUSE_URL);
  const isTls = url.protocol === 'https:';
  const agent = new (isTls ? HttpsAgent : HttpAgent)({
    keepAlive: true,
    maxSockets: maxOpenConnections,
  });
  // as @clickhouse/client takes them
  const user = decodeURIComponent(url.username) || config.CLICKHOUSE_USER;
  const password = decodeURIComponent(url.password) || config.CLICKHOUSE_PASSWORD;
  const headers = {
    'user-agent': 'spanhouse',
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  };

  /** Resolves with the head of the answer. `agent: false` is a connection of its own. */
  function open({ body, ...options }: Request, via: RequestOptions['agent']) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const sent = (isTls ? requestTls : request)(url, { ...options, agent: via }, resolve);
      sent.on('error', (error) => reject(isStale(error, sent) ? new StaleConnection() : error));
      sent.end(body);
    });
  }

  async function send({ statement, queryId, settings, signal, maxBytes }: ReadRequest) {
    const { body, parameters, headers: more } = toRequestBody(statement);
    const search = new URLSearchParams({ query_id: queryId, ...(database && { database }) });
    for (const [name, value] of Object.entries({ ...CLUSTER_SETTINGS, ...settings })) {
      search.set(name, String(value));
    }
    for (const [name, value] of Object.entries(parameters)) {
      search.set(`param_${name}`, formatParameter(value));
    }
    const sent: Request = {
      ...{ method: 'POST', path: `/?${search}`, signal, body },
      headers: { ...headers, ...more, 'content-length': body.length },
    };
    const response = await open(sent, agent).catch((error: unknown) => {
      if (error instanceof StaleConnection) return open(sent, false);
      throw error;
    });
    if (response.statusCode !== 200) {
      throw parseError((await readAll(response, MAX_ERROR_BYTES)).toString());
    }
    return { body: await readAll(response, maxBytes), summary: summaryOf(response) };
  }

  return {
    send(read) {
      return tracer === undefined
        ? send(read)
        : traceStatement(tracer, read.statement.query, (tellQueryId) => {
            tellQueryId(read.queryId);
            return send(read);
          });
    },
    close: () => agent.destroy(),
  };
}

interface Request extends RequestOptions {
  readonly body: Buffer;
}

/** ClickHouse had closed an idle connection just when it was used again; nothing was asked. */
class StaleConnection extends Error {}

function isStale(error: NodeJS.ErrnoException, { reusedSocket }: { reusedSocket: boolean }) {
  return reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

function summaryOf({ headers }: IncomingMessage): ClickHouseSummary | undefined {
  const summary = headers['x-clickhouse-summary'];
  return typeof summary === 'string' ? JSON.parse(summary) : undefined;
}
