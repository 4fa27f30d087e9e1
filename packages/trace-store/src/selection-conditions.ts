import { filterToSql } from './filter-to-sql.js';
import type { StatementParameters } from './statement.js';
import type { SpanSelection } from './trace-reader.js';

const GENERATION_BITS = 48n;

/** What has expired is gone at once, not when ClickHouse gets to it. */
export const NOT_EXPIRED =
  '(retention_days = 0 OR received_at > now64(9) - toIntervalDay(retention_days))';

/** Which rows a list selects, older versions of spans among them. */
export function selectionConditions(
  selection: Omit<SpanSelection, 'limit'>,
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
  conditions.push(...boundaryCondition(selection, parameters));
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

function boundaryCondition(
  { boundary, order }: Pick<SpanSelection, 'boundary' | 'order'>,
  parameters: StatementParameters,
): readonly string[] {
  if (boundary === undefined) {
    return [];
  }
  const from = parameters.bindTime(boundary.from);
  const to = parameters.bindTime(boundary.to);
  const id = parameters.bindId(boundary.span_id);
  return order === 'ascending'
    ? [`start_time >= ${from}`, `(start_time > ${to} OR span_id > ${id})`]
    : [`start_time <= ${to}`, `(start_time < ${from} OR span_id < ${id})`];
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
