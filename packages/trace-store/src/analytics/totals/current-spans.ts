import { bindIds, oneLine, startsWithin } from '../../connection/statement.js';
import { type DeletedTraces, notDeleted } from '../../selection/deleted-traces.js';
import { version } from '../../selection/listed-columns.js';
import { selectionConditions } from '../../selection/selection-conditions.js';
import { coverRanges } from '../../selection/time-ranges.js';
import type { RowSelection } from '../../trace-analytics.js';
import type { UnresolvedTrace } from './trace-usage.js';

/** The traces whose spans are read, and the deleted traces of the project. */
export interface ReadTraces {
  readonly traces: readonly UnresolvedTrace[];
  readonly deleted: DeletedTraces;
}

/** Binds trace ids and returns the right side of `IN`. */
export function bindTraces(traces: readonly UnresolvedTrace[]): string {
  return bindIds(traces.map(({ trace_id }) => trace_id));
}

/** Returns SQL for a table with the current version of each span in the traces. `columns` maps column names to SQL. */
export function currentSpans(
  selection: RowSelection,
  { traces, deleted }: ReadTraces,
  columns: Readonly<Record<string, string>>,
): string {
  const stored = {
    filter: undefined,
    oldest: undefined,
    newest: undefined,
    starts: undefined,
    ratePercent: undefined,
  };
  const ranges = coverRanges(traces).map(startsWithin);
  const conditions = [
    ...selectionConditions({ ...selection, ...stored }),
    ...notDeleted(deleted),
    `(${ranges.join(' OR ')})`,
    `trace_id IN ${bindTraces(traces)}`,
  ];
  const names = Object.keys(columns).map((name, index) => `version.${index + 1} AS ${name}`);
  return oneLine`
    SELECT trace_id, span_id, ${names.join(', ')} FROM (
    SELECT trace_id, span_id, argMax(tuple(${Object.values(columns).join(', ')}), ${version}) AS version
    FROM spans WHERE ${conditions.join(' AND ')} GROUP BY trace_id, span_id)
  `;
}

/**
 * Returns an SQL condition that is true if a row is within the bounds and matches the filter. The condition does not
 * check the snapshot.
 */
export function isSelected(selection: RowSelection): string {
  return `(${selectionConditions({ ...selection, snapshot: [] }).join(' AND ')})`;
}
