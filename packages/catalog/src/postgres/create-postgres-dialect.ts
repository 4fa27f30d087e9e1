import type { Logger } from '@spanhouse/service-runtime';
import { type Dialect, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { createGuardedPool } from './guarded-pool.js';

export interface PostgresTimeouts {
  /** Maximum time to open a connection, or to wait for one from a busy pool. */
  readonly connectMs: number;
  /**
   * Maximum duration of a statement, after which the server cancels it. If the server does not do so, the connection is
   * dropped.
   */
  readonly statementMs: number;
}

/**
 * Time limits for the catalog's statements. A statement normally takes milliseconds, so one that exceeds its limit
 * indicates an outage.
 */
export const postgresTimeouts: PostgresTimeouts = { connectMs: 3000, statementMs: 5000 };
/** Maximum number of connections per process. */
const MAX_CONNECTIONS = 8;
const IDLE_MS = 30_000;

export interface PostgresOptions {
  readonly url: string;
  readonly timeouts: PostgresTimeouts;
  readonly logger: Logger;
}

/**
 * Creates a pool that connects on first use. The parameters of the URL apply, including those for TLS (`sslmode`, …).
 */
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
  // The pool emits an error when the server closes an idle connection. Without a listener, this error would end the
  // process.
  pool.on('error', (err) => logger.warn({ err }, 'idle catalog connection lost'));
  return new PostgresDialect({ pool: createGuardedPool(pool) });
}
