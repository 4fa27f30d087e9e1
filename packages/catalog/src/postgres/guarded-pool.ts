import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

/**
 * A pool that gives up a connection as soon as a statement on it fails for any reason but the
 * statement itself. pg alone would hand a connection out again whose server has not answered in
 * time, and every statement after it would wait in line behind the first one.
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
    // The pool listens to idle connections only, and an error nobody listens to ends the process.
    client.on('error', this.#onError);
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new Error('the catalog streams nothing');
    return this.#run(statement, parameters);
  }

  release(): void {
    this.#client.removeListener('error', this.#onError);
    this.#client.release(this.#failure);
  }

  async #run<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (this.#failure !== undefined) throw this.#failure; // a rollback of what is lost already
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters]);
      return { command: command as 'SELECT', rowCount: rowCount ?? 0, rows };
    } catch (error) {
      if (!isAboutStatement(error)) this.#failure = error as Error;
      throw error;
    }
  }
}

/** Whether the server refused one statement and goes on with the next. */
export function isAboutStatement(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
