import {
  type Dialect,
  type DialectAdapter,
  type Kysely,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { NodeSqliteDriver } from './node-sqlite-driver.js';

/** kysely's own adapter reports no transactional DDL, although SQLite rolls back DDL as well. */
const transactionalAdapter: DialectAdapter = {
  supportsCreateIfNotExists: true,
  supportsTransactionalDdl: true,
  supportsReturning: true,
  supportsOutput: false,
  // The migration transaction already holds the write lock.
  acquireMigrationLock: () => Promise.resolve(),
  releaseMigrationLock: () => Promise.resolve(),
};

/** Creates a kysely dialect for `node:sqlite`. The path `:memory:` opens a database in memory. */
export function createNodeSqliteDialect(path: string): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(path),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => transactionalAdapter,
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}
