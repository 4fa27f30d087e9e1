import { presentBits, traceSums } from '@spanhouse/span-row';
import { bind, oneLine } from '../../connection/statement.js';
import { memberSql } from '../../filter/packed-text.js';
import type { BucketSelection, RowSelection } from '../../trace-analytics.js';
import { addedColumns, countedSpans, countsWrappers, sentColumns } from './counted-usage.js';
import { currentSpans, isSelected } from './current-spans.js';
import { countsFrom, isLate } from './late-entries.js';
import { type RootColumn, toUnion } from './span-rows.js';
import { plainRows, type Unresolved } from './unresolved-traces.js';

/** SQL condition that is true if the span has no parent. */
export const isRoot = "parent_id = toFixedString('', 8)";

/** A column of an entry: a value of the root span or a total of the trace. */
export type EntryColumn = RootColumn | { readonly kind: 'total'; readonly sum: string };

/** Returns a selection that contains the rows in all buckets. Its `newest` is exclusive, as in a descending list. */
export function toRowSelection({ bucketNs: _, ...selection }: BucketSelection): RowSelection {
  return { ...selection, order: 'descending' };
}

/**
 * Returns SQL for a table with one row for each selected trace. The columns are `bucket`, the values `v0`, `v1` and so
 * on, and `is_outdated`. The column `is_outdated` is true if the trace's index entry has changed since the unresolved
 * traces were read.
 */
export function traceEntries(
  selection: BucketSelection,
  unresolved: Unresolved,
  columns: readonly EntryColumn[],
): string {
  const values = ['bucket', 'is_outdated', ...columns.map((_, index) => `v${index}`)];
  const rows = traceRows(toRowSelection(selection), unresolved, columns).map(
    (branch) => `SELECT ${bucketOf(selection)} AS bucket, * FROM (${branch})`,
  );
  return toUnion(rows, values);
}

/**
 * Returns SELECT statements for the same rows as `traceEntries`, with `start_time` instead of the bucket. The caller
 * joins them with UNION ALL.
 */
export function traceRows(
  selection: RowSelection,
  unresolved: Unresolved,
  columns: readonly EntryColumn[],
): readonly string[] {
  const plain = plainTraces(selection, unresolved, columns);
  return unresolved.traces.length === 0
    ? [plain]
    : [plain, unresolvedTraces(selection, unresolved, columns)];
}

/**
 * Returns SQL for the bucket number of `start_time`. The difference between two times may exceed Int64 but never
 * UInt64.
 */
export function bucketOf({
  oldest,
  bucketNs,
}: Pick<BucketSelection, 'oldest' | 'bucketNs'>): string {
  return `intDiv(${sinceOldest({ oldest })}, ${bind('UInt64', bucketNs)})`;
}

/** Returns SQL for the nanoseconds from `oldest` to `start_time`. */
export function sinceOldest({ oldest }: Pick<BucketSelection, 'oldest'>): string {
  return `reinterpretAsUInt64(toUnixTimestamp64Nano(start_time) - ${bind('Int64', oldest)})`;
}

/** Returns SQL for the entries of plain traces. Each entry combines root rows with rows of the trace index. */
function plainTraces(
  selection: RowSelection,
  unresolved: Unresolved,
  columns: readonly EntryColumn[],
): string {
  const conditions = [...plainRows(selection, unresolved), isRoot];
  const selectRoots = (names: string, total: (sum: string) => string, ...more: string[]) => {
    const read = columns.map((column, index) => {
      const value = column.kind === 'root' ? column.quick : total(column.sum);
      return `${value} AS v${index}`;
    });
    const where = [...more, ...conditions].join(' AND ');
    return `SELECT ${[names, 'start_time', ...read].join(', ')} FROM spans WHERE ${where}`;
  };
  if (!columns.some(({ kind }) => kind === 'total')) {
    return selectRoots('0 AS is_outdated', submittedAt);
  }
  const names = 'trace_id, received_at';
  // Few producers submit totals. Roots without submitted totals are read separately, so that the statement need not
  // read the large column with these totals for them.
  const roots = [
    selectRoots(names, () => noNumber, isNothingSubmitted),
    selectRoots(names, submittedAt, `NOT ${isNothingSubmitted}`),
  ].join(' UNION ALL ');
  const late = isLate(selection.snapshot);
  const joined = oneLine`
    SELECT r.start_time AS start_time, ${late} AS is_outdated, ${columns.map((_, index) => `r.v${index} AS r${index}`).join(', ')},
    ${sumColumns.map((name) => `i.${name} AS ${name}`).join(', ')}
    FROM trace_index AS i INNER JOIN (${roots}) AS r ON r.trace_id = i.trace_id
    WHERE i.project_id = ${bind('UUID', selection.project_id)} AND ${countsFrom('is_outdated')} <= r.received_at
  `;
  return `SELECT ${['start_time', 'is_outdated', ...valuesOf(columns)].join(', ')} FROM (${joined})`;
}

function valuesOf(columns: readonly EntryColumn[]): readonly string[] {
  return columns.map((column, index) =>
    column.kind === 'root'
      ? `r${index} AS v${index}`
      : `${totalOf(column.sum, `r${index}`)} AS v${index}`,
  );
}

/** Returns SQL for the entries of unresolved traces. These entries are computed from current spans. */
function unresolvedTraces(
  selection: RowSelection,
  unresolved: Unresolved,
  columns: readonly EntryColumn[],
): string {
  const values = columns.map((column, index) => [
    `c${index}`,
    column.kind === 'root' ? column.value : submittedAt(column.sum),
  ]);
  const spans = currentSpans(selection, unresolved, {
    started: 'start_time',
    is_root: isRoot,
    is_selected: isSelected(selection),
    ...addedColumns,
    ...(countsWrappers(unresolved.usage) && sentColumns),
    ...Object.fromEntries(values),
  });
  const root = ['started', 'is_selected', ...values.map(([name]) => name)].join(', ');
  const traces = oneLine`
    SELECT argMinIf(tuple(${root}), (started, span_id), is_root) AS root, countIf(is_root) AS roots,
    ${sumsOfSpans((name) => `sum_${name}`).join(', ')}
    FROM (${countedSpans(spans, unresolved.usage)}) GROUP BY trace_id HAVING roots > 0
  `;
  const taken = columns.map((_, index) => `root.${index + 3} AS r${index}`);
  const shown = ['start_time', '0 AS is_outdated', ...valuesOf(columns)].join(', ');
  return `SELECT ${shown} FROM (SELECT root.1 AS start_time, ${[...taken, ...sumColumns].join(', ')} FROM (${traces}) WHERE root.2)`;
}

/** Names of the trace index columns that contain a trace's sums. */
export const sumColumns = traceSums.map(({ name }) => name);

/** Returns SQL that sums values over the spans of a trace. `column` returns SQL for the value of one span. */
export function sumsOfSpans(column: (name: string) => string): readonly string[] {
  return sumColumns.map((name) => `sum(${column(name)}) AS ${name}`);
}

/**
 * Returns SQL for a total of a trace. The total is the sum over the spans, or `submitted` if the sum is 0. The numbers
 * for prompt, completion and total are tested together, so that all three come from the same source.
 */
export function totalOf(name: string, submitted: string): string {
  const [group = ''] = name.split('_');
  const sums = sumColumns.filter((sum) => sum.startsWith(group));
  return `if(${sums.map((sum) => `${sum} != 0`).join(' OR ')}, ${name}, ${submitted})`;
}

const totalPath =
  /^ag\.metrics\.(?:(errors)\.cumulative|(tokens|costs)\.cumulative\.(prompt|completion|total))$/;

/** Returns the name of the sum for the path of a cumulative metric, or undefined for other paths. */
export function sumAtPath(path: string): string | undefined {
  const [, errors, group, count] = totalPath.exec(path) ?? [];
  return errors ?? (group === undefined ? undefined : `${group}_${count}`);
}

/**
 * SQL condition that is true if the span was submitted without cumulative numbers. Rows of earlier versions may lack
 * the bit.
 */
const isNothingSubmitted = `(bitAnd(present, ${presentBits.nothing_submitted}) != 0)`;

/** SQL for a missing number. */
const noNumber = "CAST(NULL, 'Nullable(Float64)')";

/** Returns SQL for a cumulative number that was submitted with a span; NULL if it was not submitted. */
function submittedAt(name: string): string {
  const path = name.split('_').map((part) => `'${part}'`);
  const text = memberSql('submitted_cumulative');
  const raw = `JSONExtractRaw(${text}, ${path.join(', ')})`;
  const number = `arrayMap(j -> if(match(j, '^-?[0-9]'), toNullable(toFloat64OrZero(j)), NULL), [${raw}])[1]`;
  // The emptiness test comes first, because the string is nearly always empty.
  return `if(${text} = '', ${noNumber}, ${number})`;
}
