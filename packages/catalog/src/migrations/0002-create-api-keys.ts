import type { Clock } from '@spanhouse/service-runtime';
import type { Kysely, Migration } from 'kysely';
import { defaultUserId } from '../catalog.js';
import type { CatalogDatabase } from '../catalog-database.js';

export function createApiKeys(clock: Clock): Migration {
  return {
    async up(db: Kysely<CatalogDatabase>): Promise<void> {
      await createUsers(db, new Date(clock.nowMs()).toISOString());
      await db.schema
        .alterTable('projects')
        .addColumn('owner_id', 'varchar(36)', (column) => column.notNull().defaultTo(defaultUserId))
        .execute();
      await db.schema
        .createTable('api_keys')
        .addColumn('key_id', 'varchar(36)', (column) => column.primaryKey().notNull())
        .addColumn('prefix', 'varchar(8)', (column) => column.notNull().unique())
        .addColumn('hash', 'varchar(64)', (column) => column.notNull())
        .addColumn('project_id', 'varchar(36)', (column) =>
          column.notNull().references('projects.project_id'),
        )
        .addColumn('user_id', 'varchar(36)', (column) =>
          column.notNull().references('users.user_id'),
        )
        .addColumn('name', 'text')
        .addColumn('permissions', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('revoked_at', 'text')
        .execute();
      await db.schema
        .createIndex('api_keys_project_id')
        .on('api_keys')
        .columns(['project_id', 'created_at'])
        .execute();
    },
  };
}

async function createUsers(db: Kysely<CatalogDatabase>, createdAt: string): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('user_id', 'varchar(36)', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db
    .insertInto('users')
    .values({ user_id: defaultUserId, email: '', created_at: createdAt })
    .execute();
}
