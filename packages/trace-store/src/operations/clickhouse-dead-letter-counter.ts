import type { TraceReaderConfig } from '../clickhouse-config.js';
import { tableRows } from '../connection/answer-rows.js';
import { withDeadline } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import {
  closeRunner,
  openRunner,
  type RunnerDependencies,
} from '../connection/statement-runner.js';
import type { DeadLetterCounter, LoggedMessages } from '../dead-letter-index.js';

const MAX_CONNECTIONS = 4;

/** Creates a reader of dead letters and lost messages in ClickHouse. It opens nothing until the first call. */
export function createDeadLetterCounter(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): DeadLetterCounter {
  const runner = openRunner(config, MAX_CONNECTIONS, dependencies);
  const read = async (statement: Statement, signal: AbortSignal) =>
    tableRows(await withDeadline(runner, signal, (run) => run(statement)));
  return {
    async countRows(messages, signal) {
      if (messages.places.length === 0) {
        return 0;
      }
      const [[count] = []] = await read(countDeadRows(messages), signal);
      return Number(count);
    },
    async findLost(messages, signal) {
      const lost = messages.places.length === 0 ? [] : await read(selectLost(messages), signal);
      return lost.map(([partition, offset]) => ({
        partition: Number(partition),
        offset: Number(offset),
      }));
    },
    close: () => closeRunner(runner),
  };
}

function countDeadRows(messages: LoggedMessages): Statement {
  const parameters = new StatementParameters();
  const { id, places } = bindMessages(messages, parameters);
  return parameters.statement`
    SELECT sum(rows) FROM (
      SELECT any(row_count) AS rows FROM dead_letters
      WHERE log_id = ${id}
        AND (log_partition, log_offset) IN (SELECT ${places})
      GROUP BY log_partition, log_offset, first_row
    ) FORMAT TabSeparated
  `;
}

/**
 * Selects the positions within lost ranges. Every position is compared with the lost ranges of its partition, which are
 * few.
 */
function selectLost(messages: LoggedMessages): Statement {
  const parameters = new StatementParameters();
  const { id, places } = bindMessages(messages, parameters);
  return parameters.statement`
    SELECT place.1, place.2
    FROM (SELECT DISTINCT ${places} AS place)
    WHERE arrayExists(
      lost -> lost.1 = place.1 AND lost.2 <= place.2 AND place.2 < lost.3,
      (SELECT groupArray((log_partition, first_offset, end_offset)) FROM lost_messages WHERE log_id = ${id})
    )
    FORMAT TabSeparated
  `;
}

/** Binds the log and the positions of messages; `places` is an expression with one row for each position. */
function bindMessages({ logId, places }: LoggedMessages, parameters: StatementParameters) {
  const id = parameters.bind('String', logId);
  const partitions = parameters.bindEach('Array(UInt32)', places, ({ partition }) =>
    BigInt(partition),
  );
  const offsets = parameters.bindEach('Array(UInt64)', places, ({ offset }) => BigInt(offset));
  return { id, places: `arrayJoin(arrayZip(${partitions}, ${offsets}))` };
}
