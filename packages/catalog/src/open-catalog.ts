import { type Clock, type Logger, systemClock } from '@spanhouse/service-runtime';
import { type Dialect, Kysely, type LogEvent } from 'kysely';
import type { Catalog } from './catalog.js';
import type { CatalogAddress } from './catalog-config.js';
import type { CatalogDatabase } from './catalog-database.js';
import { catalogUnavailable } from './catalog-unavailable.js';
import type { GatewayReports } from './gateway-reports.js';
import { KyselyCatalog } from './kysely-catalog.js';
import { KyselyGatewayReports } from './kysely-gateway-reports.js';
import {
  createPostgresDialect,
  type PostgresTimeouts,
  postgresTimeouts,
} from './postgres/create-postgres-dialect.js';
import { isAboutStatement } from './postgres/guarded-pool.js';
import { runMigrations } from './run-migrations.js';
import { createKyselySavedQueryStore } from './saved-queries/kysely-saved-query-store.js';
import type { SavedQueryStore } from './saved-queries/saved-query-store.js';
import { createNodeSqliteDialect } from './sqlite/node-sqlite-dialect.js';

export interface CatalogOptions {
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Used for PostgreSQL only. */
  readonly timeouts?: PostgresTimeouts;
}

export interface OpenCatalog {
  /** Its `close` also closes the other stores: all of them use the same connections. */
  readonly catalog: Catalog;
  readonly savedQueries: SavedQueryStore;
  readonly gatewayReports: GatewayReports;
}

/** A statement of a migrator may wait until another migrator has finished, so its limit is longer. */
const migrationTimeouts: PostgresTimeouts = { connectMs: 3000, statementMs: 60_000 };

/** Opens the catalog. It connects on first use, so only `check` finds an unavailable database. */
export function openCatalog(address: CatalogAddress, options: CatalogOptions): OpenCatalog {
  const db = openDatabase(address, { timeouts: postgresTimeouts, ...options });
  const clock = options.clock ?? systemClock;
  return {
    catalog: new KyselyCatalog(db, clock, address.dialect === 'sqlite' ? 'BINARY' : '"C"'),
    savedQueries: createKyselySavedQueryStore(db, clock),
    gatewayReports: new KyselyGatewayReports(db, clock),
  };
}

/**
 * Migrates the catalog to the newest schema and creates the default project.
 *
 * - Creates an SQLite file if it is missing; a PostgreSQL database MUST exist.
 * - Applies every missing migration or none. It MAY be repeated, and several processes MAY run it at once.
 * - Rejects with a retryable `CATALOG_UNAVAILABLE` while PostgreSQL is unavailable.
 */
export async function migrateCatalog(
  address: CatalogAddress,
  options: CatalogOptions,
): Promise<void> {
  const db = openDatabase(address, { timeouts: migrationTimeouts, ...options });
  try {
    const applied = await runMigrations(db, options.clock ?? systemClock);
    options.logger.info({ dialect: address.dialect, applied }, 'catalog migrated');
  } catch (error) {
    if (!isOutage(address, error)) {
      throw error;
    }
    throw catalogUnavailable(`the catalog cannot be migrated: ${String(error)}`, error);
  } finally {
    await db.destroy();
  }
}

/**
 * Runs `work` with a separate connection, whose statements have the time limit of migrations. Rejects with a retryable
 * `CATALOG_UNAVAILABLE` while PostgreSQL is unavailable.
 */
export async function withCatalogDatabase<Result>(
  address: CatalogAddress,
  options: CatalogOptions,
  work: (db: Kysely<CatalogDatabase>) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(address, { timeouts: migrationTimeouts, ...options });
  try {
    return await work(db);
  } catch (error) {
    if (address.dialect === 'sqlite' || isAboutStatement(error)) {
      throw error;
    }
    throw catalogUnavailable(`the catalog cannot be copied: ${String(error)}`, error);
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

/** Returns whether a migration failed because the server did not answer, rather than because of a statement. */
function isOutage({ dialect }: CatalogAddress, error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return dialect === 'postgresql' && !isAboutStatement(cause);
}
