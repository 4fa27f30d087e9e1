import type { CreateTableBuilder, Kysely, Migration } from 'kysely';
import type { CatalogDatabase } from '../catalog-database.js';

/** Creates the tables for saved queries. Clients may choose ids, so an id is unique only within its project. */
export const createSavedQueries: Migration = {
  async up(db: Kysely<CatalogDatabase>): Promise<void> {
    await addEntityColumns(db.schema.createTable('queries'), 'queries').execute();
    await addEntityColumns(db.schema.createTable('query_variants'), 'query_variants')
      .addColumn('query_id', 'varchar(36)', (column) => column.notNull())
      .addForeignKeyConstraint('query_variants_query', ['project_id', 'query_id'], 'queries', [
        'project_id',
        'id',
      ])
      .execute();
    await addEntityColumns(db.schema.createTable('query_revisions'), 'query_revisions')
      .addColumn('query_id', 'varchar(36)', (column) => column.notNull())
      .addColumn('variant_id', 'varchar(36)', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('author', 'varchar(36)', (column) => column.notNull())
      .addColumn('date', 'varchar(30)', (column) => column.notNull())
      .addColumn('data', 'text')
      .addUniqueConstraint('query_revisions_version', ['project_id', 'variant_id', 'version'])
      .addForeignKeyConstraint(
        'query_revisions_variant',
        ['project_id', 'variant_id'],
        'query_variants',
        ['project_id', 'id'],
      )
      .execute();
    await db.schema
      .createIndex('query_variants_query_id')
      .on('query_variants')
      .columns(['project_id', 'query_id', 'created_at', 'id'])
      .execute();
    await db.schema
      .createIndex('query_revisions_query_id')
      .on('query_revisions')
      .columns(['project_id', 'query_id'])
      .execute();
  },
};

function addEntityColumns<Table extends string>(
  table: CreateTableBuilder<Table, string>,
  name: Table,
): CreateTableBuilder<Table, string> {
  return table
    .addColumn('project_id', 'varchar(36)', (column) => column.notNull())
    .addColumn('id', 'varchar(36)', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('created_at', 'varchar(30)', (column) => column.notNull())
    .addColumn('created_by_id', 'varchar(36)', (column) => column.notNull())
    .addColumn('updated_at', 'varchar(30)')
    .addColumn('updated_by_id', 'varchar(36)')
    .addColumn('deleted_at', 'varchar(30)')
    .addColumn('deleted_by_id', 'varchar(36)')
    .addPrimaryKeyConstraint(`${name}_id`, ['project_id', 'id'])
    .addUniqueConstraint(`${name}_slug`, ['project_id', 'slug']);
}
