import { filterToSql } from './filter-to-sql.js';
import type { StatementParameters } from './statement.js';
import type { SpanSelection } from './trace-reader.js';

const GENERATION_BITS = 48n;

/** What has expired is gone at once, not when ClickHouse gets to it. */
export const NOT_EXPIRED =
  '(retention_days = 0 OR received_at > now64(9) - toIntervalDay(retention_days))';

/** Which rows a list selects, older versions of spans among them. */
export function selectionConditions(
  selection: SpanSelection,
  parameters: StatementParameters,
): string[] {
  const { oldest, newest, order, filter, ratePercent } = selection;
  const isAscending = order === 'ascending';
  const conditions = [`project_id = ${parameters.bind('UUID', selection.project_id)}`];
  if (oldest !== undefined) {
    conditions.push(`start_time ${isAscending ? '>' : '>='} ${parameters.bindTime(oldest)}`);
  }
  if (newest !== undefined) {
    conditions.push(`start_time ${isAscending ? '<=' : '<'} ${parameters.bindTime(newest)}`);
  }
  conditions.push(...snapshotCondition(selection.snapshot, parameters));
  conditions.push(NOT_EXPIRED);
  if (ratePercent !== undefined) {
    // The sample number of a trace: its first 8 hex digits as an integer, modulo 100.
    const sample = 'reinterpretAsUInt32(reverse(substring(trace_id, 1, 4))) % 100';
    conditions.push(`${sample} < ${parameters.bind('UInt8', ratePercent)}`);
  }
  if (filter !== undefined) {
    conditions.push(filterToSql(filter, parameters));
  }
  return conditions;
}

/**
 * Partitions the vector does not name were not there when it was taken, except those of an
 * earlier log that had more of them. An empty vector hides nothing.
 */
function snapshotCondition(
  snapshot: readonly bigint[],
  parameters: StatementParameters,
): readonly string[] {
  if (snapshot.length === 0) {
    return [];
  }
  const generation = (snapshot[0] ?? 0n) >> GENERATION_BITS;
  const ends = [...snapshot, generation << GENERATION_BITS];
  const vector = parameters.bind('Array(UInt64)', ends);
  return [`log_offset < ${vector}[least(log_partition + 1, ${ends.length})]`];
}
