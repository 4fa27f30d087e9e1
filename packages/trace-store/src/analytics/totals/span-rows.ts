import type { RowSelection } from '../../trace-analytics.js';
import { currentSpans, isSelected } from './current-spans.js';
import { plainRows, type Unresolved } from './unresolved-traces.js';

/** A column with a value from a span's row. */
export interface RootColumn {
  readonly kind: 'root';
  /** SQL for the value. It yields NULL or an empty list if the span has no value of the expected type. */
  readonly value: string;
  /** SQL that reads the value from cheaper columns. The value may be wrong if `isUnclear` is true. */
  readonly quick: string;
  /** SQL condition that is true if `quick` may be wrong; absent if `quick` is always right. */
  readonly isUnclear?: string;
}

/** Returns the column for an SQL expression that is cheap to evaluate. */
export function fromRow(value: string): RootColumn {
  return { kind: 'root', value, quick: value };
}

/** Returns SQL that selects columns from several SELECT statements, joined by UNION ALL. */
export function toUnion(branches: readonly string[], columns: readonly string[]): string {
  return branches
    .map((branch) => `SELECT ${columns.join(', ')} FROM (${branch})`)
    .join(' UNION ALL ');
}

/**
 * Returns SELECT statements for the selected current spans, with one row per span. The columns are `start_time` and the
 * values `v0`, `v1` and so on. The caller joins the statements with UNION ALL.
 */
export function spanRows(
  selection: RowSelection,
  unresolved: Unresolved,
  columns: readonly RootColumn[],
): readonly string[] {
  const plain = ['start_time', ...columns.map(({ quick }, index) => `${quick} AS v${index}`)];
  const branches = [
    `SELECT ${plain.join(', ')} FROM spans WHERE ${plainRows(selection, unresolved).join(' AND ')}`,
  ];
  if (unresolved.traces.length > 0) {
    // These names differ from all column names, so that no expression refers to the result of another expression.
    const kept = {
      started: 'start_time',
      is_selected: isSelected(selection),
      ...Object.fromEntries(columns.map(({ value }, index) => [`c${index}`, value])),
    };
    const spans = currentSpans(selection, unresolved, kept);
    const read = ['started AS start_time', ...columns.map((_, index) => `c${index} AS v${index}`)];
    branches.push(`SELECT ${read.join(', ')} FROM (${spans}) WHERE is_selected`);
  }
  return branches;
}
