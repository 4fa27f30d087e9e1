import { type DeletedTraces, notDeleted, readDeletedTraces } from './deleted-traces.js';
import type { RunStatement } from './run-statement.js';
import { selectionConditions } from './selection-conditions.js';
import { SHARD_LOCAL } from './shard-local.js';
import { type Statement, StatementParameters } from './statement.js';
import { tableRows } from './table-rows.js';
import { coverRanges, type TimeRange } from './time-ranges.js';
import type { RowSelection } from './trace-analytics.js';

interface DoubtfulTrace extends TimeRange {
  readonly trace_id: string;
}

/**
 * What sums over many traces have to know first. A trace is plain when the index has one row of it,
 * with as many spans as rows, one root at most, and nothing expired or deleted: then every stored row
 * counts and the sums of the index are its totals. All others are put together from their rows.
 */
export interface Doubts {
  readonly traces: readonly DoubtfulTrace[];
  readonly deleted: DeletedTraces;
}

export interface DoubtScope {
  readonly selection: RowSelection;
  /** SQL: which of the selected rows matter. */
  readonly only: (parameters: StatementParameters) => string;
  /** No more rows than these, from the newest on; undefined = all. */
  readonly newest?: number;
  /** A plain trace has one such row at most: a second one makes it doubtful anyway. */
  readonly isOneRow?: boolean;
  /** SQL about a row: its columns do not tell what is asked, only its texts do. */
  readonly isUnclear: (parameters: StatementParameters) => string;
}

/** The traces of the selected rows that are not plain: a few, unless much was sent again. */
export async function readDoubts(run: RunStatement, scope: DoubtScope): Promise<Doubts> {
  const deleted = await readDeletedTraces(run, scope.selection.project_id);
  const rows = tableRows(await run(selectDoubtful(scope, deleted)));
  const traces = rows.map(([trace_id = '', from = '0', to = '0']) => ({
    trace_id,
    from: BigInt(from),
    to: BigInt(to),
  }));
  return { traces, deleted };
}

/** The larger side is streamed: the join holds only the traces that were selected. */
export function selectDoubtful(scope: DoubtScope, deleted: DeletedTraces): Statement {
  const parameters = new StatementParameters();
  const { selection, only, isUnclear, newest, isOneRow = false } = scope;
  const conditions = [
    ...selectionConditions(selection, parameters),
    ...notDeleted(deleted, parameters),
    only(parameters),
  ];
  const query = [
    'SELECT lower(hex(i.trace_id)), toUnixTimestamp64Nano(min(i.min_start_time)), toUnixTimestamp64Nano(max(i.max_start_time))',
    'FROM trace_index AS i INNER JOIN (',
    isOneRow ? '' : 'SELECT trace_id, max(is_unclear) AS is_unclear FROM (',
    `SELECT trace_id, ${isUnclear(parameters)} AS is_unclear FROM spans WHERE ${conditions.join(' AND ')}`,
    newest === undefined ? '' : `ORDER BY start_time DESC LIMIT ${newest}`,
    isOneRow ? '' : ') GROUP BY trace_id',
    ') AS r ON r.trace_id = i.trace_id',
    `WHERE i.project_id = ${parameters.bind('UUID', selection.project_id)}`,
    'GROUP BY i.trace_id HAVING count() > 1 OR max(r.is_unclear)',
    'OR max(i.row_count != finalizeAggregation(i.span_ids)) OR sum(i.root_count) > 1 OR max(i.deleted_before) > 0',
    'OR max(i.retention_days > 0 AND i.first_received_at <= now64(9) - toIntervalDay(i.retention_days))',
    `SETTINGS ${SHARD_LOCAL} FORMAT TabSeparated`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

/** Rows of plain traces. */
export function plainRows(
  selection: RowSelection,
  { traces, deleted }: Doubts,
  parameters: StatementParameters,
): string[] {
  const conditions = [
    ...selectionConditions(selection, parameters),
    ...notDeleted(deleted, parameters),
  ];
  if (traces.length > 0) {
    conditions.push(
      `trace_id NOT IN ${parameters.bindIds(traces.map(({ trace_id }) => trace_id))}`,
    );
  }
  return conditions;
}

/** SQL by the name of the column to be. */
export type Columns = Readonly<Record<string, string>>;

/** SQL: the spans of the doubtful traces as they are now, each once, with the given columns. */
export function currentSpans(
  selection: RowSelection,
  { doubts, columns }: { readonly doubts: Doubts; readonly columns: Columns },
  parameters: StatementParameters,
): string {
  const { traces, deleted } = doubts;
  const stored = {
    filter: undefined,
    oldest: undefined,
    newest: undefined,
    ratePercent: undefined,
  };
  const ranges = coverRanges(traces).map(
    ({ from, to }) =>
      `start_time >= ${parameters.bindTime(from)} AND start_time <= ${parameters.bindTime(to)}`,
  );
  const conditions = [
    ...selectionConditions({ ...selection, ...stored }, parameters),
    ...notDeleted(deleted, parameters),
    `(${ranges.join(' OR ')})`,
    `trace_id IN ${parameters.bindIds(traces.map(({ trace_id }) => trace_id))}`,
  ];
  const names = Object.keys(columns).map((name, index) => `version.${index + 1} AS ${name}`);
  return [
    `SELECT trace_id, span_id, ${names.join(', ')} FROM (`,
    `SELECT trace_id, span_id, argMax(tuple(${Object.values(columns).join(', ')}), (received_at, log_offset, start_time)) AS version`,
    `FROM spans WHERE ${conditions.join(' AND ')} GROUP BY trace_id, span_id)`,
  ].join(' ');
}

/** SQL about a row: it is in the window and passes the filter. */
export function isSelected(selection: RowSelection, parameters: StatementParameters): string {
  return `(${selectionConditions({ ...selection, snapshot: [] }, parameters).join(' AND ')})`;
}
