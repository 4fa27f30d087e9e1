import { generationOf, toLogOffset } from '@spanhouse/span-row';
import { bind, bindId, bindTime, startsWithin } from '../connection/statement.js';
import { filterToSql } from '../filter/filter-to-sql.js';
import { hintToSql } from '../filter/hint-to-sql.js';
import type { SpanSelection } from '../trace-reader.js';

/** SQL condition that hides expired rows. ClickHouse removes these rows only some time after their expiry. */
export const notExpired =
  '(retention_days = 0 OR received_at > now64(9) - toIntervalDay(retention_days))';

/** Returns the conditions for the rows of a list. Older versions of spans may also satisfy them. */
export function selectionConditions(selection: Omit<SpanSelection, 'limit'>): string[] {
  const { oldest, newest, order, filter, hint, ratePercent } = selection;
  const isAscending = order === 'ascending';
  const conditions = [`project_id = ${bind('UUID', selection.project_id)}`];
  if (oldest !== undefined) {
    conditions.push(`start_time ${isAscending ? '>' : '>='} ${bindTime(oldest)}`);
  }
  if (newest !== undefined) {
    conditions.push(`start_time ${isAscending ? '<=' : '<'} ${bindTime(newest)}`);
  }
  if (selection.starts !== undefined) {
    const within = selection.starts.map((range) => startsWithin(range));
    conditions.push(`(${within.join(' OR ')})`);
  }
  conditions.push(...boundaryCondition(selection));
  conditions.push(...snapshotCondition(selection.snapshot));
  conditions.push(notExpired);
  if (ratePercent !== undefined) {
    // The sample number of a trace is the integer in the first 8 hex digits of its id, modulo 100
    // (docs/api/windowing.md).
    const sample = 'reinterpretAsUInt32(reverse(substring(trace_id, 1, 4))) % 100';
    conditions.push(`${sample} < ${bind('UInt8', ratePercent)}`);
  }
  if (filter !== undefined) {
    conditions.push(filterToSql(filter));
  }
  if (hint !== undefined) {
    conditions.push(hintToSql(hint));
  }
  return conditions;
}

function boundaryCondition({
  boundary,
  order,
}: Pick<SpanSelection, 'boundary' | 'order'>): readonly string[] {
  if (boundary === undefined) {
    return [];
  }
  const from = bindTime(boundary.from);
  const to = bindTime(boundary.to);
  const id = bindId(boundary.span_id);
  return order === 'ascending'
    ? [`start_time >= ${from}`, `(start_time > ${to} OR span_id > ${id})`]
    : [`start_time <= ${to}`, `(start_time < ${from} OR span_id < ${id})`];
}

/**
 * Returns the condition that hides rows written after the snapshot. A snapshot contains the end offset of each
 * partition. Rows of a partition without an end offset are also hidden, because the partition was added later. Rows of
 * an earlier log with more partitions stay visible. An empty snapshot hides nothing.
 */
function snapshotCondition(snapshot: readonly bigint[]) {
  const end = snapshotEnd(snapshot, 'log_partition');
  return end === undefined ? [] : [`log_offset < ${end}`];
}

/** Returns SQL for the first hidden offset in a partition, or undefined if the snapshot hides nothing. */
export function snapshotEnd(snapshot: readonly bigint[], partition: string): string | undefined {
  if (snapshot.length === 0) {
    return undefined;
  }
  const ends = [...snapshot, toLogOffset(generationOf(snapshot[0] ?? 0n), 0)];
  return `${bind('Array(UInt64)', ends)}[least(${partition} + 1, ${ends.length})]`;
}
