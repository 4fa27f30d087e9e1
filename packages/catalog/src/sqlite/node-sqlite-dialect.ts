import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/**
 * Adapter that reports transactional DDL. kysely's own adapter does not report it, although SQLite rolls back DDL as
 * well.
 */
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

/**
 * Maximum time to wait for a lock. It is short, because SQLite blocks the event loop while it waits. Readers in WAL
 * mode never wait.
 */
const BUSY_TIMEOUT_MS = 250;
const BEGIN_ATTEMPTS = 40;
const BEGIN_RETRY_MS = 50;
const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'errcode' in error &&
    error.errcode === SQLITE_BUSY
  );
}

/** Runs statements synchronously. kysely expects promises, so results are wrapped in promises. */
class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#database.prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (statement.columns().length > 0) {
      return Promise.resolve({ rows: statement.all(...values) as R[] });
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return Promise.resolve({
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    });
  }

  // biome-ignore lint/correctness/useYield: part of kysely's interface; the catalog does not stream results
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    await Promise.reject(new Error('streaming is not supported on node:sqlite'));
  }
}

/** A driver with a single connection, which callers use in turn. A transaction keeps the connection until it ends. */
class NodeSqliteDriver implements Driver {
  readonly #path: string;
  #database: DatabaseSync | undefined;
  #lastRelease: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(path: string) {
    this.#path = path;
  }

  init(): Promise<void> {
    const database = new DatabaseSync(this.#path, { timeout: BUSY_TIMEOUT_MS });
    try {
      // With WAL, readers in other processes do not wait for a writer.
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database;
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const previous = this.#lastRelease;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    this.#lastRelease = promise;
    await previous;
    this.#release = release;
    if (this.#database === undefined) {
      release();
      throw new Error('the database is closed');
    }
    return new NodeSqliteConnection(this.#database);
  }

  releaseConnection(): Promise<void> {
    this.#release();
    return Promise.resolve();
  }

  /**
   * Begins a transaction. IMMEDIATE takes the write lock at the start, so that two writers take turns instead of
   * failing later.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'));
        return;
      } catch (error) {
        if (!isBusy(error) || attempt === BEGIN_ATTEMPTS) {
          throw error;
        }
      }
      await setTimeout(BEGIN_RETRY_MS);
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
  }

  destroy(): Promise<void> {
    this.#database?.close();
    this.#database = undefined;
    return Promise.resolve();
  }
}
