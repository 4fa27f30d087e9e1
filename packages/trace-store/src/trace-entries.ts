import { currentSpans, type Doubts, isSelected, plainRows } from './doubtful-traces.js';
import type { StatementParameters } from './statement.js';
import type { BucketSelection, RowSelection } from './trace-analytics.js';
import { incrementalOf, SUMS, submittedAt, sumsOfSpans, totalOf } from './trace-totals.js';

export const IS_ROOT = "parent_id = toFixedString('', 8)";

/** What an entry has in one column: a column of its root, or a total of its trace. */
export type EntryColumn =
  | { readonly kind: 'root'; readonly value: string; readonly quick: string }
  | { readonly kind: 'total'; readonly sum: string };

export interface EntrySource {
  readonly selection: BucketSelection;
  readonly doubts: Doubts;
  readonly columns: readonly EntryColumn[];
}

/** A list's bounds with the newest exclusive. */
export function toRowSelection({ bucketNs: _, ...selection }: BucketSelection): RowSelection {
  return { ...selection, order: 'descending' };
}

/** SQL: one row for each trace that counts: `bucket`, and its values as `v0`, `v1` … */
export function traceEntries(source: EntrySource, parameters: StatementParameters): string {
  const { doubts, selection, columns } = source;
  const bucket = bucketOf(selection, parameters);
  const values = columns.map((_, index) => `v${index}`).join(', ');
  const branches = [plainTraces(source, parameters)];
  if (doubts.traces.length > 0) {
    branches.push(doubtfulTraces(source, parameters));
  }
  const rows = branches.map(
    (branch) =>
      `SELECT ${['bucket', values].filter(Boolean).join(', ')} FROM (SELECT ${bucket} AS bucket, * FROM (${branch}))`,
  );
  return rows.join(' UNION ALL ');
}

/** SQL: the number of the bucket of `start_time`. Differences may be beyond Int64, not beyond UInt64. */
export function bucketOf(
  { oldest, bucketNs }: Pick<BucketSelection, 'oldest' | 'bucketNs'>,
  parameters: StatementParameters,
): string {
  const sinceOldest = `reinterpretAsUInt64(toUnixTimestamp64Nano(start_time) - ${parameters.bind('Int64', oldest)})`;
  return `intDiv(${sinceOldest}, ${parameters.bind('UInt64', bucketNs)})`;
}

/** The one root of a plain trace is a row, its sums are a row of the index. */
function plainTraces(
  { selection, doubts, columns }: EntrySource,
  parameters: StatementParameters,
): string {
  const conditions = [...plainRows(toRowSelection(selection), doubts, parameters), IS_ROOT];
  const read = columns.map((column, index) =>
    column.kind === 'root'
      ? `${column.quick} AS v${index}`
      : `${submittedAt(column.sum)} AS v${index}`,
  );
  const roots = `SELECT ${['trace_id', 'start_time', ...read].join(', ')} FROM spans WHERE ${conditions.join(' AND ')}`;
  if (!columns.some(({ kind }) => kind === 'total')) {
    return roots;
  }
  const joined = [
    `SELECT r.start_time AS start_time, ${columns.map((_, index) => `r.v${index} AS r${index}`).join(', ')},`,
    SUMS.map((name) => `i.${name} AS ${name}`).join(', '),
    `FROM trace_index AS i INNER JOIN (${roots}) AS r ON r.trace_id = i.trace_id`,
    `WHERE i.project_id = ${parameters.bind('UUID', selection.project_id)}`,
  ].join(' ');
  return `SELECT start_time, ${valuesOf(columns)} FROM (${joined})`;
}

function valuesOf(columns: readonly EntryColumn[]): string {
  return columns
    .map((column, index) =>
      column.kind === 'root'
        ? `r${index} AS v${index}`
        : `${totalOf(column.sum, `r${index}`)} AS v${index}`,
    )
    .join(', ');
}

function doubtfulTraces(
  { selection, doubts, columns }: EntrySource,
  parameters: StatementParameters,
): string {
  const rows = toRowSelection(selection);
  const values = columns.map((column, index) => [
    `c${index}`,
    column.kind === 'root' ? column.value : submittedAt(column.sum),
  ]);
  const spans = currentSpans(
    rows,
    {
      doubts,
      columns: {
        started: 'start_time',
        is_root: IS_ROOT,
        is_selected: isSelected(rows, parameters),
        ...Object.fromEntries(SUMS.map((name) => [`sum_${name}`, incrementalOf(name)])),
        ...Object.fromEntries(values),
      },
    },
    parameters,
  );
  const root = ['started', 'is_selected', ...values.map(([name]) => name)].join(', ');
  const traces = [
    `SELECT argMinIf(tuple(${root}), (started, span_id), is_root) AS root, countIf(is_root) AS roots,`,
    sumsOfSpans((name) => `sum_${name}`).join(', '),
    `FROM (${spans}) GROUP BY trace_id HAVING roots > 0`,
  ].join(' ');
  const taken = columns.map((_, index) => `root.${index + 3} AS r${index}`);
  return `SELECT start_time, ${valuesOf(columns)} FROM (SELECT root.1 AS start_time, ${[...taken, ...SUMS].join(', ')} FROM (${traces}) WHERE root.2)`;
}
