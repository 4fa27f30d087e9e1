import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

/**
 * Wraps a pool so that it drops a connection when a statement fails for any reason other than the
 * statement itself. After a time-out pg alone would reuse the connection, and every later statement
 * would wait for the one that the server has not answered.
 */
export function createGuardedPool(pool: Pool): PostgresPool {
  return {
    connect: async () => new GuardedClient(await pool.connect()),
    end: () => pool.end(),
  };
}

class GuardedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #onError = (error: Error): void => {
    this.#failure ??= error;
  };
  #failure: Error | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
    // The pool listens to idle connections only, and an error without a listener ends the process.
    client.on('error', this.#onError);
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') {
      throw new Error('the catalog does not stream results');
    }
    return this.#run(statement, parameters);
  }

  release(): void {
    this.#client.removeListener('error', this.#onError);
    this.#client.release(this.#failure);
  }

  async #run<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#failure !== undefined) {
      throw this.#failure; // only a rollback can follow, and the server has already rolled back
    }
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters]);
      return { command: command as 'SELECT', rowCount: rowCount ?? 0, rows };
    } catch (error) {
      if (!isAboutStatement(error)) {
        this.#failure = error as Error;
      }
      throw error;
    }
  }
}

/** Returns whether the server refused one statement but keeps the connection usable. */
export function isAboutStatement(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
