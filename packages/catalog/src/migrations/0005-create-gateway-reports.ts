import type { Kysely, Migration } from 'kysely';
import type { CatalogDatabase } from '../catalog-database.js';

/** Creates a table with the latest counts of each running gateway; see ADR 132. */
export const createGatewayReports: Migration = {
  async up(db: Kysely<CatalogDatabase>): Promise<void> {
    await db.schema
      .createTable('gateway_reports')
      .addColumn('gateway_id', 'varchar(36)', (column) => column.primaryKey().notNull())
      .addColumn('reported_at', 'text', (column) => column.notNull())
      .addColumn('accepted_per_second', 'double precision', (column) => column.notNull())
      .addColumn('dropped', 'text', (column) => column.notNull())
      .execute();
  },
};
