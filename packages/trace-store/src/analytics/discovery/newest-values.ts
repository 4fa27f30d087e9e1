import { byStart } from '../../selection/time-ranges.js';
import type { DayRange, RowSelection } from '../../trace-analytics.js';
import { currentSpans, isSelected } from '../totals/current-spans.js';
import { plainRows, type Unresolved, type UnresolvedScope } from '../totals/unresolved-traces.js';

/** Maximum number of spans that are read, newest first (docs/api/analytics.md). */
const MAX_SPANS = 1_000_000;

/** SQL for the value that is read from each span. */
export interface NewestColumn {
  /** SQL condition that is true if the span may have a value. */
  readonly has: string;
  /** SQL for the value; empty if the span has no value. */
  readonly value: string;
}

type Range = DayRange & { readonly snapshot: readonly bigint[] };

/** Returns the rows among which unresolved traces must be found. */
export function newestScope(range: Range, { has }: NewestColumn): UnresolvedScope {
  return { selection: toSelection(range), only: has, newest: MAX_SPANS };
}

/**
 * Returns SQL for a table with the column `value`, which contains the values of the newest current spans in the range.
 */
export function newestValues(
  range: Range,
  unresolved: Unresolved,
  { has, value }: NewestColumn,
): string {
  const selection = toSelection(range);
  const plain = [...plainRows(selection, unresolved), has].join(' AND ');
  const branches = [
    `SELECT start_time, ${value} AS value FROM spans WHERE ${plain} ORDER BY ${byStart('DESC')} LIMIT ${MAX_SPANS}`,
  ];
  if (unresolved.traces.length > 0) {
    const columns = { started: 'start_time', value, is_selected: isSelected(selection) };
    const spans = currentSpans(selection, unresolved, columns);
    branches.push(`SELECT started AS start_time, value FROM (${spans}) WHERE is_selected`);
  }
  const values = branches.map((branch) => `SELECT * FROM (${branch}) WHERE notEmpty(value)`);
  return `SELECT value FROM (${values.join(' UNION ALL ')}) ORDER BY start_time DESC LIMIT ${MAX_SPANS}`;
}

function toSelection({ project_id, oldest, newest, snapshot }: Range): RowSelection {
  const all = { filter: undefined, ratePercent: undefined, order: 'descending' } as const;
  return { project_id, oldest, newest, snapshot, ...all };
}
