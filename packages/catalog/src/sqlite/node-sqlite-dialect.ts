import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/**
 * Maximum time to wait for a lock. It is short, because SQLite blocks the event loop while it waits. Readers in WAL
 * mode never wait.
 */
const BUSY_TIMEOUT_MS = 250;
const BEGIN_ATTEMPTS = 40;
const BEGIN_RETRY_MS = 50;
const SQLITE_BUSY = 5;

/** A kysely dialect for SQLite that uses `node:sqlite`. The path `:memory:` opens a database in memory. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(path: string) {
    const config = { database: () => Promise.resolve(openDatabase(path)) };
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/** Reports that DDL is transactional. kysely's own adapter does not, although SQLite can roll back DDL. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openDatabase(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    // With WAL, readers in other processes never wait for a writer.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as SQLInputValue[])),
        run: (values) => statement.run(...(values as SQLInputValue[])),
        iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
      };
    },
  };
}

class ImmediateDriver extends SqliteDriver {
  /**
   * Begins a transaction. IMMEDIATE takes the write lock immediately, so that a second writer waits instead of failing
   * later.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'));
        return;
      } catch (error) {
        const { errcode } = error as { readonly errcode?: number };
        if (errcode !== SQLITE_BUSY || attempt === BEGIN_ATTEMPTS) {
          throw error;
        }
      }
      await setTimeout(BEGIN_RETRY_MS);
    }
  }
}
