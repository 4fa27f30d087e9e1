import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

/**
 * Wraps a pool. If a statement fails for a reason other than the statement itself, the wrapper drops the connection.
 * Without the wrapper, pg would reuse a connection after a timeout, and later statements would wait for a response that
 * never arrives.
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
    // The pool listens only for errors on idle connections, and an error without a listener would end the process.
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
      throw this.#failure; // only a rollback can follow here, and the server has already rolled back
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

/** Returns true if the server refused one statement and the connection is still usable. */
export function isAboutStatement(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
