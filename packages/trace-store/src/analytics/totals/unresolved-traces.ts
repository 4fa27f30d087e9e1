import type { RunStatement } from '../../connection/run-statement.js';
import { tableRows } from '../../connection/run-statement.js';
import { bind, oneLine, type Statement, sql } from '../../connection/statement.js';
import {
  type DeletedTraces,
  notDeleted,
  readDeletedTraces,
} from '../../selection/deleted-traces.js';
import { selectionConditions } from '../../selection/selection-conditions.js';
import { shardLocal } from '../../selection/statement-settings.js';
import {
  byStart,
  firstStart,
  isRangeUnknown,
  lastStart,
  startRange,
  toStartRange,
} from '../../selection/time-ranges.js';
import type { RowSelection } from '../../trace-analytics.js';
import type { CountedUsage } from './counted-usage.js';
import { bindTraces, type ReadTraces } from './current-spans.js';
import { readUsage } from './echoed-usage.js';
import { isLate } from './late-entries.js';
import { mayHaveOtherRows, needsCare, OTHER_ROWS } from './trace-usage.js';

/**
 * The traces whose sums cannot be read from the trace index (docs/adr/067). Their sums are computed from their rows. A
 * trace is unresolved unless it is plain. A plain trace meets all of these conditions:
 * - It has one row in the index, with equal numbers of spans and rows, at most one root, and known times.
 * - None of its spans is hidden by the snapshot, expired or deleted.
 * All stored rows of a plain trace are therefore current. The trace's sums in the index equal its totals, unless the
 * trace's usage needs care (docs/adr/125).
 */
export interface Unresolved extends ReadTraces {
  readonly usage: CountedUsage;
}

/** The rows whose traces are examined. */
export interface UnresolvedScope {
  readonly selection: RowSelection;
  /** SQL for an additional condition on the rows. */
  readonly only?: string;
  /** Maximum number of rows to examine, newest first; undefined means all rows. */
  readonly newest?: number;
  /** True if at most one row of each plain trace is selected, so that rows need not be grouped by trace. */
  readonly isOneRow?: boolean;
  /** True if the read computes totals of traces. */
  readonly needsTotals?: boolean;
  /** SQL condition that is true if only the row's attributes JSON contains the needed value. */
  readonly isUnclear?: string;
}

/**
 * Reads the unresolved traces of the selected rows. There are few such traces unless many spans were sent again or
 * recorded twice.
 */
export async function readUnresolved(
  run: RunStatement,
  scope: UnresolvedScope,
): Promise<Unresolved> {
  const deleted = await readDeletedTraces(run, scope.selection.project_id);
  const rows = tableRows(await run(selectUnresolved(scope, deleted)));
  const traces = rows.map(([trace_id = '', usage = '0', hasOtherRows, ...range]) => ({
    trace_id,
    usage: BigInt(usage),
    hasOtherRows: hasOtherRows === '1',
    ...toStartRange(range.map(BigInt)),
  }));
  return { traces, deleted, usage: await readUsage(run, scope.selection, { traces, deleted }) };
}

/** Setting for joins that exclude few index entries. For such joins, a runtime filter costs more than it saves. */
const nearlyAllMatch = 'enable_join_runtime_filters = 0';

/**
 * Selects unresolved traces. If the selection includes all spans in its time range, the statement reads only the trace
 * index. This takes a third of the time, but the result may include traces without selected spans.
 */
export function selectUnresolved(scope: UnresolvedScope, deleted: DeletedTraces): Statement {
  const { selection, isOneRow = false, newest, isUnclear = 'false' } = scope;
  const takesAll =
    !isOneRow &&
    newest === undefined &&
    selection.filter === undefined &&
    selection.ratePercent === undefined &&
    isUnclear === 'false';
  return takesAll ? selectInWindow(scope) : selectAmongRows(scope, deleted);
}

/** Selects the unresolved traces whose extents overlap the selection's time range. */
function selectInWindow({ selection, needsTotals = false }: UnresolvedScope): Statement {
  const { oldest, newest } = selection;
  const project = bind('UUID', selection.project_id);
  const bits = bitsOf({ selection, needsTotals });
  const bounds = [
    ...(oldest === undefined ? [] : [`${lastStart('i.')} >= ${bind('Int64', oldest)}`]),
    ...(newest === undefined ? [] : [`${firstStart('i.')} <= ${bind('Int64', newest)}`]),
  ];
  return sql`
    SELECT lower(hex(i.trace_id)), ${bits} AS bits, toUInt8(count() > 1 OR ${mayHaveOtherRows('bits')}), ${startRange('i.')}
    FROM trace_index AS i WHERE i.project_id = ${project} GROUP BY i.trace_id
    HAVING ${[isUnresolved(needsTotals), ...bounds].join(' AND ')}
    SETTINGS ${shardLocal} FORMAT TabSeparated
  `;
}

/** Returns SQL for the combined bits of a trace's index entries. */
function bitsOf(
  { selection, needsTotals = false }: Pick<UnresolvedScope, 'selection' | 'needsTotals'>,
  isUnclear = 'false',
): string {
  const hasOtherRows = oneLine`
    ${isUnclear} OR i.row_count != finalizeAggregation(i.span_ids) OR i.root_count > 1 OR i.deleted_before > 0
    OR ${isRangeUnknown('i.')} OR ${isLate(selection.snapshot)}
    OR (i.retention_days > 0 AND i.first_received_at <= now64(9) - toIntervalDay(i.retention_days))
  `;
  const other = `${OTHER_ROWS} * (${hasOtherRows})`;
  return `groupBitOr(${needsTotals ? `bitOr(i.usage, ${other})` : other})`;
}

function isUnresolved(needsTotals: boolean): string {
  const isOther = `count() > 1 OR ${mayHaveOtherRows('bits')}`;
  return `(${needsTotals ? `${isOther} OR ${needsCare('bits')}` : isOther})`;
}

/**
 * Selects the unresolved traces of the selected rows. The join streams the trace index and keeps only the selected
 * traces in memory.
 */
function selectAmongRows(scope: UnresolvedScope, deleted: DeletedTraces): Statement {
  const { selection, only = 'true', isUnclear = 'false', newest } = scope;
  const { isOneRow = false, needsTotals = false } = scope;
  const conditions = [...selectionConditions(selection), ...notDeleted(deleted), only];
  const bits = `(${bitsOf(scope, 'r.is_unclear')} AS bits)`;
  return sql`
    SELECT lower(hex(i.trace_id)), ${bits}, toUInt8(count() > 1 OR ${mayHaveOtherRows('bits')}), ${startRange('i.')}
    FROM trace_index AS i INNER JOIN (
    ${isOneRow ? '' : 'SELECT trace_id, max(is_unclear) AS is_unclear FROM ('}
    SELECT trace_id, ${isUnclear} AS is_unclear FROM spans WHERE ${conditions.join(' AND ')}
    ${newest === undefined ? '' : `ORDER BY ${byStart('DESC')} LIMIT ${newest}`}
    ${isOneRow ? '' : ') GROUP BY trace_id'}
    ) AS r ON r.trace_id = i.trace_id
    WHERE i.project_id = ${bind('UUID', selection.project_id)}
    GROUP BY i.trace_id HAVING ${isUnresolved(needsTotals)}
    SETTINGS ${shardLocal}, ${nearlyAllMatch} FORMAT TabSeparated
  `;
}

/** Returns the conditions for the selected rows of plain traces. */
export function plainRows(selection: RowSelection, { traces, deleted }: Unresolved): string[] {
  return [
    ...selectionConditions(selection),
    ...notDeleted(deleted),
    ...(traces.length === 0 ? [] : [`trace_id NOT IN ${bindTraces(traces)}`]),
  ];
}
