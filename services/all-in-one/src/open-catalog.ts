import {
  type CatalogAddress,
  migrateCatalog,
  type OpenCatalog,
  openCatalog,
} from '@spanhouse/catalog';
import type { Lifecycle, Logger } from '@spanhouse/service-runtime';
import type { AllInOneConfig } from './config.js';

/** What the catalog needs; the lifecycle closes it. */
export interface OpenMigratedCatalogOptions {
  readonly config: AllInOneConfig;
  /** The file of the embedded catalog. */
  readonly catalogPath: string;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly logger: Logger;
}

/**
 * Migrates and opens the catalog at CATALOG_URL, or the one in the data directory if that is not set.
 * Rejects if the catalog is unreachable or was migrated by a newer version.
 */
export async function openMigratedCatalog({
  config,
  catalogPath,
  lifecycle,
  logger,
}: OpenMigratedCatalogOptions): Promise<OpenCatalog> {
  const embedded: CatalogAddress = { dialect: 'sqlite', path: catalogPath };
  const address = config.CATALOG_URL ?? embedded;
  await migrateCatalog(address, { logger });
  const opened = openCatalog(address, { logger });
  lifecycle.onClose('catalog', () => opened.catalog.close());
  return opened;
}
