import { oneLine } from '../connection/one-line.js';
import type { RunStatement } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { tableRows } from '../connection/table-rows.js';
import { type DeletedTraces, notDeleted, readDeletedTraces } from '../sql/deleted-traces.js';
import { isRangeUnknown, startRange, toStartRange } from '../sql/index-times.js';
import { version } from '../sql/listed-columns.js';
import { selectionConditions } from '../sql/selection-conditions.js';
import { shardLocal } from '../sql/statement-settings.js';
import { coverRanges, type TimeRange } from '../sql/time-ranges.js';
import type { RowSelection } from '../trace-analytics.js';
import { isLate } from './late-entries.js';

interface UnresolvedTrace extends TimeRange {
  readonly trace_id: string;
}

/**
 * The traces for which sums cannot rely on the trace index (docs/adr/067). A trace is plain if the
 * index has one row for it, with as many spans as rows, at most one root, known times, nothing that
 * the snapshot hides, and nothing expired or deleted. Then every stored row is current, and the sums
 * of the index are the totals of the trace. All other traces are unresolved: they are computed from
 * their rows.
 */
export interface Unresolved {
  readonly traces: readonly UnresolvedTrace[];
  readonly deleted: DeletedTraces;
}

/** The rows among which unresolved traces are searched. */
export interface UnresolvedScope {
  readonly selection: RowSelection;
  /** SQL: a further condition for the selected rows. */
  readonly only: (parameters: StatementParameters) => string;
  /** Considers only this many of the newest rows; undefined = all. */
  readonly newest?: number;
  /** True if a plain trace has at most one such row, so that rows need not be grouped by trace. */
  readonly isOneRow?: boolean;
  /** SQL: the columns of a row do not answer the question, only its JSON text does. */
  readonly isUnclear: (parameters: StatementParameters) => string;
}

/** Reads the traces of the selected rows that are not plain; few, unless many spans were sent again. */
export async function readUnresolved(
  run: RunStatement,
  scope: UnresolvedScope,
): Promise<Unresolved> {
  const deleted = await readDeletedTraces(run, scope.selection.project_id);
  const rows = tableRows(await run(selectUnresolved(scope, deleted)));
  const traces = rows.map(([trace_id = '', ...range]) => ({
    trace_id,
    ...toStartRange(range.map(BigInt)),
  }));
  return { traces, deleted };
}

/** Selects unresolved traces. The trace index is streamed; the join holds only the selected traces in memory. */
export function selectUnresolved(scope: UnresolvedScope, deleted: DeletedTraces): Statement {
  const parameters = new StatementParameters();
  const { selection, only, isUnclear, newest, isOneRow = false } = scope;
  const conditions = [
    ...selectionConditions(selection, parameters),
    ...notDeleted(deleted, parameters),
    only(parameters),
  ];
  return parameters.statement`
    SELECT lower(hex(i.trace_id)), ${startRange('i.')}
    FROM trace_index AS i INNER JOIN (
    ${isOneRow ? '' : 'SELECT trace_id, max(is_unclear) AS is_unclear FROM ('}
    SELECT trace_id, ${isUnclear(parameters)} AS is_unclear FROM spans WHERE ${conditions.join(' AND ')}
    ${newest === undefined ? '' : `ORDER BY start_time DESC LIMIT ${newest}`}
    ${isOneRow ? '' : ') GROUP BY trace_id'}
    ) AS r ON r.trace_id = i.trace_id
    WHERE i.project_id = ${parameters.bind('UUID', selection.project_id)}
    GROUP BY i.trace_id HAVING count() > 1 OR max(
    r.is_unclear OR i.row_count != finalizeAggregation(i.span_ids) OR i.root_count > 1 OR i.deleted_before > 0
    OR ${isRangeUnknown('i.')} OR ${isLate(selection.snapshot, parameters)}
    OR (i.retention_days > 0 AND i.first_received_at <= now64(9) - toIntervalDay(i.retention_days)))
    SETTINGS ${shardLocal} FORMAT TabSeparated
  `;
}

/** Writes the conditions for the selected rows of plain traces. */
export function plainRows(
  selection: RowSelection,
  { traces, deleted }: Unresolved,
  parameters: StatementParameters,
): string[] {
  return [
    ...selectionConditions(selection, parameters),
    ...notDeleted(deleted, parameters),
    ...(traces.length === 0 ? [] : [`trace_id NOT IN ${bindTraces(traces, parameters)}`]),
  ];
}

/** Binds the ids of traces as the right side of `IN`. */
export function bindTraces(traces: Unresolved['traces'], parameters: StatementParameters): string {
  return parameters.bindIds(traces.map(({ trace_id }) => trace_id));
}

/** SQL of result columns, by their names. */
export type Columns = Readonly<Record<string, string>>;

/** SQL: the current version of each span of the unresolved traces, with the given columns. */
export function currentSpans(
  selection: RowSelection,
  { unresolved, columns }: { readonly unresolved: Unresolved; readonly columns: Columns },
  parameters: StatementParameters,
): string {
  const { traces, deleted } = unresolved;
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
    `trace_id IN ${bindTraces(traces, parameters)}`,
  ];
  const names = Object.keys(columns).map((name, index) => `version.${index + 1} AS ${name}`);
  return oneLine`
    SELECT trace_id, span_id, ${names.join(', ')} FROM (
    SELECT trace_id, span_id, argMax(tuple(${Object.values(columns).join(', ')}), ${version}) AS version
    FROM spans WHERE ${conditions.join(' AND ')} GROUP BY trace_id, span_id)
  `;
}

/** SQL: a row is within the bounds and passes the filter, whatever the snapshot. */
export function isSelected(selection: RowSelection, parameters: StatementParameters): string {
  return `(${selectionConditions({ ...selection, snapshot: [] }, parameters).join(' AND ')})`;
}
