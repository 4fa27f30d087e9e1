import { AppError, type Clock } from '@spanhouse/service-runtime';
import { type Kysely, type Migration, Migrator } from 'kysely';
import type { CatalogDatabase } from './catalog-database.js';
import { createProjects } from './migrations/0001-create-projects.js';
import { createApiKeys } from './migrations/0002-create-api-keys.js';
import { createSavedQueries } from './migrations/0003-create-saved-queries.js';
import { addProjectPrices } from './migrations/0004-add-project-prices.js';
import { createGatewayReports } from './migrations/0005-create-gateway-reports.js';

/**
 * Returns the migrations by name. They are applied in the order of their names, and a released migration never changes.
 */
export function migrationsByName(clock: Clock): Record<string, Migration> {
  return {
    '0001_create_projects': createProjects(clock),
    '0002_create_api_keys': createApiKeys(clock),
    '0003_create_saved_queries': createSavedQueries,
    '0004_add_project_prices': addProjectPrices,
    '0005_create_gateway_reports': createGatewayReports,
  };
}

/** Applies the missing migrations in one transaction and returns their names. */
export async function runMigrations(
  db: Kysely<CatalogDatabase>,
  clock: Clock,
): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsByName(clock)) },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const message = `the catalog cannot be migrated: ${String(error)}`;
    throw new AppError('CATALOG_MIGRATION_FAILED', message, { cause: error });
  }
  return results.map(({ migrationName }) => migrationName);
}
