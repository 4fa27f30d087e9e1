import {
  type CatalogAddress,
  migrateCatalog,
  type OpenCatalog,
  openCatalog,
} from '@spanhouse/catalog';
import type { Surroundings } from './data-directory.js';

/**
 * Migrates and opens the catalog at CATALOG_URL, or the catalog in the data directory if CATALOG_URL is not set.
 * Rejects if the catalog is unreachable or was migrated by a newer version.
 */
export async function openMigratedCatalog({
  config,
  catalogPath,
  lifecycle,
  logger,
}: Surroundings): Promise<OpenCatalog> {
  const embedded: CatalogAddress = { dialect: 'sqlite', path: catalogPath };
  const address = config.CATALOG_URL ?? embedded;
  await migrateCatalog(address, { logger });
  const opened = openCatalog(address, { logger });
  lifecycle.onClose('catalog', () => opened.catalog.close());
  return opened;
}
