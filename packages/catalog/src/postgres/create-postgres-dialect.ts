import type { Logger } from '@spanhouse/service-runtime';
import { type Dialect, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { createGuardedPool } from './guarded-pool.js';

export interface PostgresTimeouts {
  /** Maximum time to acquire a connection, either a new one or one from a busy pool. */
  readonly connectMs: number;
  /**
   * Maximum time of one statement. After it, the server cancels the statement; if the server does not, the connection
   * is dropped.
   */
  readonly statementMs: number;
}

/**
 * Time limits of the statements of the catalog. They take milliseconds; a statement that exceeds its limit indicates an
 * outage.
 */
export const postgresTimeouts: PostgresTimeouts = { connectMs: 3000, statementMs: 5000 };
/** Maximum number of connections of one process. */
const MAX_CONNECTIONS = 8;
const IDLE_MS = 30_000;

export interface PostgresOptions {
  readonly url: string;
  readonly timeouts: PostgresTimeouts;
  readonly logger: Logger;
}

/**
 * Creates a pool that connects on first use. It honors the parameters of the URL, including those for TLS (`sslmode`,
 * …).
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
  // The pool emits an error when the server ends an idle connection. Without a listener, this error would end the
  // process.
  pool.on('error', (err) => logger.warn({ err }, 'idle catalog connection lost'));
  return new PostgresDialect({ pool: createGuardedPool(pool) });
}
