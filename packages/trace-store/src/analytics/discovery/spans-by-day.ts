import { jsonRows } from '../../connection/answer-rows.js';
import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import type { DayCount, DayRange } from '../../trace-analytics.js';

/** Counts the received spans of each day, from the table of sets of keys (docs/adr/069). */
export async function listSpansByDay(
  run: RunStatement,
  range: DayRange,
): Promise<readonly DayCount[]> {
  const rows = jsonRows<readonly [string, number]>(await run(selectSpansByDay(range)));
  return rows.map(([day, spans]) => ({ day, spans }));
}

function selectSpansByDay(range: DayRange): Statement {
  const parameters = new StatementParameters();
  const conditions = shapesOfDays(range, parameters);
  return parameters.statement`
    SELECT day, sum(span_count) FROM attribute_shapes WHERE ${conditions} GROUP BY day ORDER BY day
    SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

/** Returns SQL for the unexpired rows of `attribute_shapes` for the days of the range. */
export function shapesOfDays(
  { project_id, oldest, newest }: DayRange,
  parameters: StatementParameters,
): string {
  const conditions = [
    `project_id = ${parameters.bind('UUID', project_id)}`,
    '(retention_days = 0 OR last_received_at > now64(9) - toIntervalDay(retention_days))',
  ];
  if (oldest !== undefined) {
    conditions.push(`day >= toDate32(${parameters.bindTime(oldest)})`);
  }
  if (newest !== undefined) {
    conditions.push(`day <= toDate32(${parameters.bindTime(newest - 1n)})`);
  }
  return conditions.join(' AND ');
}

/**
 * Reads the time of the first received span. It reads the trace index, which has one row per trace, and not the spans.
 */
export async function firstReceivedAt(
  run: RunStatement,
  projectId: string,
): Promise<bigint | undefined> {
  const parameters = new StatementParameters();
  const statement = parameters.statement`
    SELECT toString(toUnixTimestamp64Nano(min(first_received_at))) FROM trace_index
    WHERE project_id = ${parameters.bind('UUID', projectId)} HAVING count() > 0
    FORMAT JSONCompactEachRow
  `;
  const [row] = jsonRows<readonly [string]>(await run(statement));
  return row && BigInt(row[0]);
}
