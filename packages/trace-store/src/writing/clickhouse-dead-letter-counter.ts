import { type StatementRunnerOptions, withDeadline } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { closeRunner } from '../connection/statement-runner.js';
import type { DeadLetterCounter, MessagePlace } from '../dead-letter-index.js';

/** Counts the rows of dead letters in ClickHouse. */
export class ClickHouseDeadLetterCounter implements DeadLetterCounter {
  readonly #options: StatementRunnerOptions;

  constructor(options: StatementRunnerOptions) {
    this.#options = options;
  }

  async countRows(
    { logId, places }: { readonly logId: string; readonly places: readonly MessagePlace[] },
    signal: AbortSignal,
  ): Promise<number> {
    if (places.length === 0) {
      return 0;
    }
    const statement = countDeadRows(logId, places);
    const answer = await withDeadline(this.#options, signal, (run) => run(statement));
    return Number(answer.toString('utf8'));
  }

  async close(): Promise<void> {
    await closeRunner(this.#options);
  }
}

function countDeadRows(logId: string, places: readonly MessagePlace[]): Statement {
  const parameters = new StatementParameters();
  const id = parameters.bind('String', logId);
  const partitions = parameters.bind(
    'Array(UInt32)',
    places.map(({ partition }) => BigInt(partition)),
  );
  const offsets = parameters.bind(
    'Array(UInt64)',
    places.map(({ offset }) => BigInt(offset)),
  );
  return parameters.statement`
    SELECT sum(rows) FROM (
      SELECT any(row_count) AS rows FROM dead_letters
      WHERE log_id = ${id}
        AND (log_partition, log_offset) IN (SELECT arrayJoin(arrayZip(${partitions}, ${offsets})))
      GROUP BY log_partition, log_offset, first_row
    ) FORMAT TabSeparated
  `;
}
