import type { Clock } from '@spanhouse/service-runtime';
import { Kysely } from 'kysely';
import type { CatalogDatabase } from '../catalog-database.js';
import { runMigrations } from '../run-migrations.js';
import { createSavedQueryStore, type SavedQueryStore } from '../saved-queries/saved-query-store.js';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.js';

/** Creates the real store on an SQLite database in memory. The first call to a method migrates the database. */
export function createMemorySavedQueries(clock: Clock): SavedQueryStore {
  const db = new Kysely<CatalogDatabase>({ dialect: new NodeSqliteDialect(':memory:') });
  const store = createSavedQueryStore(db, clock);
  let migrated: Promise<unknown> | undefined;
  const methods = (Object.entries(store) as [string, Method][]).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      migrated ??= runMigrations(db, clock);
      await migrated;
      return await method(...args);
    },
  ]);
  return Object.fromEntries(methods);
}

type Method = (...args: unknown[]) => Promise<unknown>;
