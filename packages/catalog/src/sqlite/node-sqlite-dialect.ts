import {
  type Dialect,
  type DialectAdapter,
  type Kysely,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { NodeSqliteDriver } from './node-sqlite-driver.js';

/** kysely's own adapter says false here, although SQLite rolls back DDL like everything else. */
const transactionalAdapter: DialectAdapter = {
  supportsCreateIfNotExists: true,
  supportsTransactionalDdl: true,
  supportsReturning: true,
  supportsOutput: false,
  // The migration transaction holds the write lock already.
  acquireMigrationLock: () => Promise.resolve(),
  releaseMigrationLock: () => Promise.resolve(),
};

/** kysely on the SQLite that is built into Node. */
export function createNodeSqliteDialect(path: string): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(path),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => transactionalAdapter,
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}
