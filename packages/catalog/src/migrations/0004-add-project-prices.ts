import type { Kysely, Migration } from 'kysely';
import type { CatalogDatabase } from '../catalog-database.js';

/** Adds a column for the prices that a project sets for its own models, as JSON; null = no prices. */
export const addProjectPrices: Migration = {
  async up(db: Kysely<CatalogDatabase>): Promise<void> {
    await db.schema.alterTable('projects').addColumn('prices', 'text').execute();
  },
};
