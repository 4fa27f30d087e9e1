import { currentSpans, isSelected } from './current-spans.js';
import type { EntryColumn, RowSource } from './trace-entries.js';
import { plainRows } from './unresolved-traces.js';

/** A column with a value from the row of a span. */
export type RootColumn = Extract<EntryColumn, { kind: 'root' }>;

/** Returns the column for a cheap SQL expression. */
export function fromRow(value: string): RootColumn {
  return { kind: 'root', value, quick: value };
}

/** The spans that become rows, and the columns of the rows. */
export interface SpanSource extends Omit<RowSource, 'columns'> {
  readonly columns: readonly RootColumn[];
}

/**
 * Returns SQL for one row for each selected current span, with its `start_time` and its values as `v0`, `v1` and so
 * forth. The caller joins the selects with UNION ALL.
 */
export function spanRows({ selection, unresolved, columns }: SpanSource): readonly string[] {
  const plain = ['start_time', ...columns.map(({ quick }, index) => `${quick} AS v${index}`)];
  const branches = [
    `SELECT ${plain.join(', ')} FROM spans WHERE ${plainRows(selection, unresolved).join(' AND ')}`,
  ];
  if (unresolved.traces.length > 0) {
    // These names differ from column names, so that no expression reads the result of another expression.
    const kept = {
      started: 'start_time',
      is_selected: isSelected(selection),
      ...Object.fromEntries(columns.map(({ value }, index) => [`c${index}`, value])),
    };
    const spans = currentSpans(selection, { unresolved, columns: kept });
    const read = ['started AS start_time', ...columns.map((_, index) => `c${index} AS v${index}`)];
    branches.push(`SELECT ${read.join(', ')} FROM (${spans}) WHERE is_selected`);
  }
  return branches;
}
