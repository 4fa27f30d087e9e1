import type { ClickHouseClient } from '../connection/clickhouse-client.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import type { DeadLetterIndex, IndexedDeadLetter, LostRange } from '../dead-letter-index.js';

/** Records dead letters and lost messages in ClickHouse. */
export class ClickHouseDeadLetterIndex implements DeadLetterIndex {
  readonly #client: ClickHouseClient;

  constructor(client: ClickHouseClient) {
    this.#client = client;
  }

  async record(letters: readonly IndexedDeadLetter[]): Promise<void> {
    if (letters.length === 0) {
      return;
    }
    await this.#insert('dead_letters', letters.map(toRow));
  }

  async recordLost({ logId, partition, first, end }: LostRange): Promise<void> {
    await this.#insert('lost_messages', [
      { log_id: logId, log_partition: partition, first_offset: first, end_offset: end },
    ]);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #insert(table: string, values: readonly object[]): Promise<void> {
    try {
      await this.#client.insert({
        table,
        values,
        format: 'JSONEachRow',
        clickhouse_settings: { async_insert: 0, wait_end_of_query: 1 },
      });
    } catch (cause) {
      // Every failure is retryable: if the offset were committed now, the rows would count as stored.
      throw clickhouseUnavailable(`${table} cannot be recorded`, cause);
    }
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
    // A reason may be truncated inside a surrogate pair, which ClickHouse refuses.
    reason: letter.reason.toWellFormed(),
  };
}
