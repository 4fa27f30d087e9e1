import type { Logger } from '@spanhouse/service-runtime';
import type { ClickHouseClient } from './client.js';

/**
 * Maximum number of KILL statements that run at a time. A responsive server needs milliseconds for each, so a higher
 * limit would save nothing.
 */
const MAX_RUNNING = 4;
/** Maximum number of waiting query ids. A thousand ids take about 40 kB. */
const MAX_WAITING = 1000;

/**
 * Kills queries whose readers have disconnected, because ClickHouse does not detect a closed connection during a join
 * or sort. If several KILL statements are already running, further query ids wait and are killed together by one
 * statement. If every query had its own statement, a server that recovers after minutes would first have to run all of
 * them.
 */
export class QueryKiller {
  readonly #client: Pick<ClickHouseClient, 'command'>;
  readonly #logger: Logger;
  readonly #waiting: string[] = [];
  #running = 0;

  constructor(client: Pick<ClickHouseClient, 'command'>, logger: Logger) {
    this.#client = client;
    this.#logger = logger;
  }

  /**
   * Kills all queries whose ids begin with `queryId`. If too many ids are waiting, nothing is sent, and the queries end
   * at their time limit.
   */
  kill(queryId: string): void {
    if (this.#waiting.length === MAX_WAITING) {
      this.#logger.warn({ queryId }, 'too many queries wait to be killed');
      return;
    }
    this.#waiting.push(queryId);
    if (this.#running < MAX_RUNNING) {
      this.#running += 1;
      void this.#killWaiting();
    }
  }

  async #killWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const queryIds = this.#waiting.splice(0);
      await this.#client
        .command({
          query:
            'KILL QUERY WHERE arrayExists(id -> startsWith(query_id, id), {queryIds:Array(String)}) ASYNC',
          query_params: { queryIds },
        })
        .catch((err: unknown) => this.#logger.debug({ err, queryIds }, 'failed to kill queries'));
    }
    this.#running -= 1;
  }
}
