import type { Clock } from '@spanhouse/service-runtime';
import { type Kysely, type Migration, sql } from 'kysely';
import { defaultProjectId } from '../catalog.js';
import type { CatalogDatabase } from '../catalog-database.js';

export function createProjects(clock: Clock): Migration {
  return {
    async up(db: Kysely<CatalogDatabase>): Promise<void> {
      await db.schema
        .createTable('projects')
        .addColumn('project_id', 'varchar(36)', (column) => column.primaryKey().notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('retention_days', 'integer')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addCheckConstraint('projects_retention_days', sql`retention_days BETWEEN 1 AND 3650`)
        .execute();
      await db
        .insertInto('projects')
        .values({
          project_id: defaultProjectId,
          name: 'default',
          retention_days: null,
          created_at: new Date(clock.nowMs()).toISOString(),
        })
        .execute();
    },
  };
}
