import {
  type CatalogAddress,
  migrateCatalog,
  type OpenCatalog,
  openCatalog,
} from '@spanhouse/catalog';
import type { Lifecycle, Logger } from '@spanhouse/service-runtime';
import type { AllInOneConfig } from './config.js';

export interface OpenMigratedCatalogOptions {
  readonly config: AllInOneConfig;
  readonly catalogPath: string;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly logger: Logger;
}

/** The catalog at CATALOG_URL, else the one in the data directory; migrated either way. */
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
