import type { Logger } from '@spanhouse/service-runtime';
import { type Dialect, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { createGuardedPool } from './guarded-pool.js';

export interface PostgresTimeouts {
  /** For a connection: a new one, or one of the pool when all are in use. */
  readonly connectMs: number;
  /** For one statement; the server ends it then, and a server that does not is given up soon after. */
  readonly statementMs: number;
}

/** Catalog statements take milliseconds; what takes this long is an outage. */
export const POSTGRES_TIMEOUTS: PostgresTimeouts = { connectMs: 3000, statementMs: 5000 };
/** Of one process. */
const MAX_CONNECTIONS = 8;
const IDLE_MS = 30_000;

export interface PostgresOptions {
  readonly url: string;
  readonly timeouts: PostgresTimeouts;
  readonly logger: Logger;
}

/** Connects on first use. Parameters of the URL count, those for TLS among them (`sslmode`, `sslrootcert`, …). */
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
  // Without a listener, a server that ends an idle connection would end this process.
  pool.on('error', (err) => logger.warn({ err }, 'idle catalog connection lost'));
  return new PostgresDialect({ pool: createGuardedPool(pool) });
}
