import { type Clock, type Logger, systemClock } from '@spanhouse/service-runtime';
import { type Dialect, Kysely, type LogEvent } from 'kysely';
import type { Catalog } from './catalog.js';
import type { CatalogAddress } from './catalog-config.js';
import type { CatalogDatabase } from './catalog-database.js';
import { catalogUnavailable } from './catalog-unavailable.js';
import { KyselyCatalog } from './kysely-catalog.js';
import {
  createPostgresDialect,
  POSTGRES_TIMEOUTS,
  type PostgresTimeouts,
} from './postgres/create-postgres-dialect.js';
import { isAboutStatement } from './postgres/guarded-pool.js';
import { runMigrations } from './run-migrations.js';
import { createKyselySavedQueryStore } from './saved-queries/kysely-saved-query-store.js';
import type { SavedQueryStore } from './saved-queries/saved-query-store.js';
import { createNodeSqliteDialect } from './sqlite/node-sqlite-dialect.js';

export interface CatalogOptions {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Of PostgreSQL. */
  readonly timeouts?: PostgresTimeouts;
}

export interface OpenCatalog {
  /** Closes the database for all of them. */
  readonly catalog: Catalog;
  readonly savedQueries: SavedQueryStore;
}

/** Waiting for another migrator counts as time of a statement. */
const MIGRATION_TIMEOUTS: PostgresTimeouts = { connectMs: 3000, statementMs: 60_000 };

/** Connects on first use: a database that is away at start is found by `check`, not here. */
export function openCatalog(address: CatalogAddress, options: CatalogOptions): OpenCatalog {
  const db = openDatabase(address, { timeouts: POSTGRES_TIMEOUTS, ...options });
  const clock = options.clock ?? systemClock;
  return {
    catalog: new KyselyCatalog(db, clock),
    savedQueries: createKyselySavedQueryStore(db, clock),
  };
}

/**
 * Brings the catalog to the newest schema and makes the default project; an SQLite file is created,
 * a PostgreSQL database must be there. All or nothing, repeatable, and safe beside another process
 * that does the same. Rejects with a retryable `CATALOG_UNAVAILABLE` while PostgreSQL is away.
 */
export async function migrateCatalog(
  address: CatalogAddress,
  options: CatalogOptions,
): Promise<void> {
  const db = openDatabase(address, { timeouts: MIGRATION_TIMEOUTS, ...options });
  try {
    const applied = await runMigrations(db, options.clock ?? systemClock);
    options.logger.info({ dialect: address.dialect, applied }, 'catalog migrated');
  } catch (error) {
    if (!isOutage(address, error)) throw error;
    throw catalogUnavailable(`the catalog cannot be migrated: ${String(error)}`, error);
  } finally {
    await db.destroy();
  }
}

type DatabaseOptions = CatalogOptions & { readonly timeouts: PostgresTimeouts };

function openDatabase(address: CatalogAddress, options: DatabaseOptions): Kysely<CatalogDatabase> {
  return new Kysely({
    dialect: createDialect(address, options),
    log: ({ level, queryDurationMillis }: LogEvent) =>
      options.logger.debug(
        { outcome: level, durationMs: queryDurationMillis },
        'catalog statement',
      ),
  });
}

function createDialect(address: CatalogAddress, options: DatabaseOptions): Dialect {
  return address.dialect === 'sqlite'
    ? createNodeSqliteDialect(address.path)
    : createPostgresDialect({ url: address.url, ...options });
}

/** A failed migration is nobody's outage, except where the server could not be asked. */
function isOutage({ dialect }: CatalogAddress, error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return dialect === 'postgresql' && !isAboutStatement(cause);
}
