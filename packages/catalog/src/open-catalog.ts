import { AppError, type Clock, type Logger, systemClock } from '@spanhouse/service-runtime';
import { Kysely, type LogEvent } from 'kysely';
import type { Catalog } from './catalog.js';
import type { CatalogAddress } from './catalog-config.js';
import type { CatalogDatabase } from './catalog-database.js';
import { catalogUnavailable } from './catalog-unavailable.js';
import { GatewayReports } from './gateway-reports.js';
import { KyselyCatalog } from './kysely-catalog.js';
import {
  createPostgresDialect,
  type PostgresTimeouts,
  postgresTimeouts,
} from './postgres/create-postgres-dialect.js';
import { isAboutStatement } from './postgres/guarded-pool.js';
import { runMigrations } from './run-migrations.js';
import { createSavedQueryStore, type SavedQueryStore } from './saved-queries/saved-query-store.js';
import { NodeSqliteDialect } from './sqlite/node-sqlite-dialect.js';

export interface CatalogOptions {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Time limits for PostgreSQL; SQLite ignores them. */
  readonly timeouts?: PostgresTimeouts;
}

export interface OpenCatalog {
  /** The catalog. Its `close` also closes the other stores, because all stores use the same connections. */
  readonly catalog: Catalog;
  readonly savedQueries: SavedQueryStore;
  readonly gatewayReports: GatewayReports;
}

/**
 * Time limits for a migration. The limit for statements is high, because a statement may have to wait for another
 * migrator.
 */
const migrationTimeouts: PostgresTimeouts = { connectMs: 3000, statementMs: 60_000 };

/**
 * Opens the catalog. Does not detect an unavailable database, because the connection is opened on first use; `check`
 * detects it.
 */
export function openCatalog(address: CatalogAddress, options: CatalogOptions): OpenCatalog {
  const db = openDatabase(address, { timeouts: postgresTimeouts, ...options });
  const clock = options.clock ?? systemClock;
  return {
    catalog: new KyselyCatalog(db, clock, address.dialect === 'sqlite' ? 'BINARY' : '"C"'),
    savedQueries: createSavedQueryStore(db, clock),
    gatewayReports: new GatewayReports(db, clock),
  };
}

/**
 * Migrates the catalog to the newest schema and creates the default project.
 *
 * - Creates a missing SQLite file; a PostgreSQL database MUST exist.
 * - Applies either all missing migrations or none. The call MAY be repeated, and several processes MAY run it at the
 *   same time.
 * - Rejects with a retryable `CATALOG_UNAVAILABLE` while PostgreSQL is unavailable.
 */
export async function migrateCatalog(
  address: CatalogAddress,
  options: CatalogOptions,
): Promise<void> {
  await withCatalogDatabase(address, { ...options, verb: 'migrated' }, async (db) => {
    const applied = await runMigrations(db, options.clock ?? systemClock);
    options.logger.info({ dialect: address.dialect, applied }, 'catalog migrated');
  });
}

/**
 * Runs `work` with a separate connection. The time limits for migrations apply. Rejects with a retryable
 * `CATALOG_UNAVAILABLE` while PostgreSQL is unavailable.
 */
export async function withCatalogDatabase<Result>(
  address: CatalogAddress,
  { verb, ...options }: CatalogOptions & { readonly verb: 'migrated' | 'copied' },
  work: (db: Kysely<CatalogDatabase>) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(address, { timeouts: migrationTimeouts, ...options });
  try {
    return await work(db);
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error; // migrators wrap the error of a statement
    if (address.dialect === 'sqlite' || isAboutStatement(cause)) {
      throw error;
    }
    throw catalogUnavailable(`the catalog cannot be ${verb}: ${String(error)}`, error);
  } finally {
    await db.destroy();
  }
}

type DatabaseOptions = CatalogOptions & { readonly timeouts: PostgresTimeouts };

function openDatabase(address: CatalogAddress, options: DatabaseOptions): Kysely<CatalogDatabase> {
  return new Kysely({
    dialect:
      address.dialect === 'sqlite'
        ? new NodeSqliteDialect(address.path)
        : createPostgresDialect({ url: address.url, ...options }),
    log: ({ level, queryDurationMillis }: LogEvent) =>
      options.logger.debug(
        { outcome: level, durationMs: queryDurationMillis },
        'catalog statement',
      ),
  });
}
