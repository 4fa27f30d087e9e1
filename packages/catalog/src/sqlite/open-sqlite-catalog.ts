import { type Clock, type Logger, systemClock } from '@spanhouse/service-runtime';
import { Kysely, type LogEvent } from 'kysely';
import type { Catalog } from '../catalog.js';
import type { CatalogDatabase } from '../catalog-database.js';
import { KyselyCatalog } from '../kysely-catalog.js';
import { runMigrations } from '../run-migrations.js';
import { createNodeSqliteDialect } from './node-sqlite-dialect.js';

export interface SqliteCatalogOptions {
  readonly path: string;
  readonly logger: Logger;
}

function openDatabase({ path, logger }: SqliteCatalogOptions): Kysely<CatalogDatabase> {
  return new Kysely({
    dialect: createNodeSqliteDialect(path),
    log: ({ level, queryDurationMillis }: LogEvent) =>
      logger.debug({ outcome: level, durationMs: queryDurationMillis }, 'catalog statement'),
  });
}

/** Connects on first use: a database that is away at start is found by `check`, not here. */
export function openSqliteCatalog(
  options: SqliteCatalogOptions,
  clock: Clock = systemClock,
): Catalog {
  return new KyselyCatalog(openDatabase(options), clock);
}

/**
 * Brings the catalog in `path` to the newest schema and makes the default project; creates the
 * file. All or nothing, repeatable, and safe beside another process that does the same.
 */
export async function migrateCatalog(
  options: SqliteCatalogOptions,
  clock: Clock = systemClock,
): Promise<void> {
  const { path, logger } = options;
  const db = openDatabase(options);
  try {
    const applied = await runMigrations(db, clock);
    logger.info({ path, applied }, 'catalog migrated');
  } finally {
    await db.destroy();
  }
}
