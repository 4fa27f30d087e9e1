import type { Logger } from '@spanhouse/service-runtime';
import type { ClickHouseClient } from './client.js';

/**
 * Maximum number of running kills. A responsive server needs milliseconds for a kill, so a higher limit would save
 * nothing.
 */
const MAX_RUNNING = 4;
/** Maximum number of waiting ids, which take about 40 kB. */
const MAX_WAITING = 1000;

/**
 * Kills queries whose readers have disconnected, because a query does not notice this during a join or sort. While
 * kills are unanswered, further queries wait and are then killed by one statement. Otherwise a server that recovers
 * after minutes would first run a statement for each of them.
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
   * Kills all queries whose ids begin with `queryId`. If too many ids are waiting, does nothing, and the query ends at
   * its time limit.
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
