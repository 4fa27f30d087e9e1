export { type Catalog, DEFAULT_PROJECT_ID, type Project } from './catalog.js';
export { type CatalogAddress, catalogConfigFields } from './catalog-config.js';
export {
  migrateCatalog,
  openSqliteCatalog,
  type SqliteCatalogOptions,
} from './sqlite/open-sqlite-catalog.js';
