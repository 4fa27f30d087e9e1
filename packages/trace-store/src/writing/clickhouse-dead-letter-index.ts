import type { ClickHouseClient } from '../connection/clickhouse-client.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import type { DeadLetterIndex, IndexedDeadLetter } from '../dead-letter-index.js';

/** Records dead letters in ClickHouse. */
export class ClickHouseDeadLetterIndex implements DeadLetterIndex {
  readonly #client: ClickHouseClient;

  constructor(client: ClickHouseClient) {
    this.#client = client;
  }

  async record(letters: readonly IndexedDeadLetter[]): Promise<void> {
    if (letters.length === 0) {
      return;
    }
    try {
      await this.#client.insert({
        table: 'dead_letters',
        values: letters.map(toRow),
        format: 'JSONEachRow',
        clickhouse_settings: { async_insert: 0, wait_end_of_query: 1 },
      });
    } catch (cause) {
      // Every failure is retryable: if the offset were committed now, the rows would count as stored.
      throw clickhouseUnavailable('dead letters cannot be recorded', cause);
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

function toRow({ logId, place, firstRow, rowCount, ...letter }: IndexedDeadLetter) {
  return {
    log_id: logId,
    log_partition: place.partition,
    log_offset: place.offset,
    first_row: firstRow,
    row_count: rowCount,
    project_id: letter.projectId,
    stage: letter.stage,
    // A reason may be cut inside a surrogate pair, which ClickHouse refuses.
    reason: letter.reason.toWellFormed(),
  };
}
