import type { ClickHouseConfig } from '../clickhouse-config.js';
import {
  type ClientDependencies,
  insertDurably,
  openClient,
} from '../connection/clickhouse-client.js';
import type { DeadLetterIndex, IndexedDeadLetter } from '../dead-letter-index.js';

/**
 * Creates an index that records dead letters and lost messages in ClickHouse. It opens nothing until the first call.
 */
export function createDeadLetterIndex(
  config: ClickHouseConfig,
  dependencies: ClientDependencies,
): DeadLetterIndex {
  // One connection is enough, because blocks are bisected one at a time.
  const client = openClient(config, 1, dependencies);
  return {
    async record(letters) {
      if (letters.length > 0) {
        await insertDurably(client, { table: 'dead_letters', values: letters.map(toRow) });
      }
    },
    recordLost({ logId, partition, first, end }) {
      const range = { log_partition: partition, first_offset: first, end_offset: end };
      return insertDurably(client, {
        table: 'lost_messages',
        values: [{ log_id: logId, ...range }],
      });
    },
    close: () => client.close(),
  };
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
    // A reason may be cut inside a surrogate pair, and ClickHouse refuses such a text.
    reason: letter.reason.toWellFormed(),
  };
}
