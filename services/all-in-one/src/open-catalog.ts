import { type Catalog, migrateCatalog, openSqliteCatalog } from '@spanhouse/catalog';
import type { Lifecycle, Logger } from '@spanhouse/service-runtime';
import type { AllInOneConfig } from './config.js';

export interface OpenCatalogOptions {
  readonly config: AllInOneConfig;
  readonly catalogPath: string;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly logger: Logger;
}

/** The catalog at CATALOG_URL, else the one in the data directory; migrated either way. */
export async function openCatalog(options: OpenCatalogOptions): Promise<Catalog> {
  const { config, catalogPath, lifecycle, logger } = options;
  const path = config.CATALOG_URL?.path ?? catalogPath;
  await migrateCatalog({ path, logger });
  const catalog = openSqliteCatalog({ path, logger });
  lifecycle.onClose('catalog', () => catalog.close());
  return catalog;
}
