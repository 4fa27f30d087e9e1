import type { Project } from './catalog.js';

/** The tables as kysely sees them; `migrations/` makes them. */
export interface CatalogDatabase {
  projects: Project;
}
