import type { ClickHouseConfig, TraceReaderConfig } from '../clickhouse-config.js';
import { type ClientDependencies, insertDurably, openClient } from '../connection/client.js';
import { tableRows, withDeadline } from '../connection/run-statement.js';
import { closeRunner, openRunner, type RunnerDependencies } from '../connection/runner.js';
import { bind, type Statement, sql } from '../connection/statement.js';
import type {
  DeadLetterCounter,
  DeadLetterIndex,
  IndexedDeadLetter,
  LoggedMessages,
} from '../dead-letter-index.js';

const MAX_CONNECTIONS = 4;

/** Creates a reader for the dead letters and lost messages in ClickHouse. No connection opens before the first call. */
export function createDeadLetterCounter(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): DeadLetterCounter {
  const runner = openRunner(config, MAX_CONNECTIONS, dependencies);
  const read = async (statement: Statement, signal: AbortSignal) =>
    tableRows(await withDeadline(runner, signal, (run) => run(statement)));
  return {
    async countRows(messages, signal) {
      if (messages.positions.length === 0) {
        return 0;
      }
      const [[count] = []] = await read(countDeadRows(messages), signal);
      return Number(count);
    },
    async findLost(messages, signal) {
      const lost = messages.positions.length === 0 ? [] : await read(selectLost(messages), signal);
      return lost.map(([partition, offset]) => ({
        partition: Number(partition),
        offset: Number(offset),
      }));
    },
    close: () => closeRunner(runner),
  };
}

function countDeadRows(messages: LoggedMessages): Statement {
  const { id, positions } = bindMessages(messages);
  return sql`
    SELECT sum(rows) FROM (
      SELECT any(row_count) AS rows FROM dead_letters
      WHERE log_id = ${id}
        AND (log_partition, log_offset) IN (SELECT ${positions})
      GROUP BY log_partition, log_offset, first_row
    ) FORMAT TabSeparated
  `;
}

/**
 * Selects the given positions that are in a lost range. Every position is compared with all lost ranges of its
 * partition. This is cheap, because a partition has few lost ranges.
 */
function selectLost(messages: LoggedMessages): Statement {
  const { id, positions } = bindMessages(messages);
  return sql`
    SELECT message.1, message.2
    FROM (SELECT DISTINCT ${positions} AS message)
    WHERE arrayExists(
      lost -> lost.1 = message.1 AND lost.2 <= message.2 AND message.2 < lost.3,
      (SELECT groupArray((log_partition, first_offset, end_offset)) FROM lost_messages WHERE log_id = ${id})
    )
    FORMAT TabSeparated
  `;
}

/** Binds the log and the positions of messages; `positions` is an expression with one row for each position. */
function bindMessages({ logId, positions }: LoggedMessages) {
  const id = bind('String', logId);
  const partitions = bind(
    'Array(UInt32)',
    positions.map(({ partition }) => partition),
  );
  const offsets = bind(
    'Array(UInt64)',
    positions.map(({ offset }) => offset),
  );
  return { id, positions: `arrayJoin(arrayZip(${partitions}, ${offsets}))` };
}

/**
 * Creates an index that records dead letters and lost messages in ClickHouse. No connection opens before the first
 * call.
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

function toRow({ logId, position, firstRow, rowCount, ...letter }: IndexedDeadLetter) {
  return {
    log_id: logId,
    log_partition: position.partition,
    log_offset: position.offset,
    first_row: firstRow,
    row_count: rowCount,
    project_id: letter.projectId,
    stage: letter.stage,
    // A truncated reason may end with half of a surrogate pair, which ClickHouse rejects.
    reason: letter.reason.toWellFormed(),
  };
}
