import type { Logger } from '@spanhouse/service-runtime';
import { type Dialect, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { createGuardedPool } from './guarded-pool.js';

export interface PostgresTimeouts {
  /** Limit for acquiring a connection, either a new one or one from a busy pool. */
  readonly connectMs: number;
  /** Limit for one statement. The server cancels it then; if it does not, the connection is dropped. */
  readonly statementMs: number;
}

/** Statements of the catalog take milliseconds; one that takes this long means an outage. */
export const postgresTimeouts: PostgresTimeouts = { connectMs: 3000, statementMs: 5000 };
/** Per process. */
const MAX_CONNECTIONS = 8;
const IDLE_MS = 30_000;

export interface PostgresOptions {
  readonly url: string;
  readonly timeouts: PostgresTimeouts;
  readonly logger: Logger;
}

/** Creates a pool that connects on first use. It honors the URL's parameters, also for TLS (`sslmode`, …). */
export function createPostgresDialect({ url, timeouts, logger }: PostgresOptions): Dialect {
  const { connectMs, statementMs } = timeouts;
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + connectMs,
    keepAlive: true,
    application_name: 'spanhouse',
  });
  // Without a listener, this error would end the process when the server ends an idle connection.
  pool.on('error', (err) => logger.warn({ err }, 'idle catalog connection lost'));
  return new PostgresDialect({ pool: createGuardedPool(pool) });
}
