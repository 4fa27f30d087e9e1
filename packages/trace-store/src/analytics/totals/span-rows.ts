import type { StatementParameters } from '../../connection/statement.js';
import { currentSpans, isSelected } from './current-spans.js';
import type { EntryColumn, RowSource } from './trace-entries.js';
import { plainRows } from './unresolved-traces.js';

/** A value of the row of a span. */
export type RootColumn = Extract<EntryColumn, { kind: 'root' }>;

/** Returns the column of an SQL expression that costs little. */
export function fromRow(value: string): RootColumn {
  return { kind: 'root', value, quick: value };
}

/** The spans of which rows are made, and their columns. */
export interface SpanSource extends Omit<RowSource, 'columns'> {
  readonly columns: readonly RootColumn[];
}

/**
 * SQL: one row for each selected current span, with its `start_time` and its values as `v0`, `v1` and so on.
 * The union of the selects is the result.
 */
export function spanRows(
  { selection, unresolved, columns }: SpanSource,
  parameters: StatementParameters,
): readonly string[] {
  const plain = ['start_time', ...columns.map(({ quick }, index) => `${quick} AS v${index}`)];
  const branches = [
    `SELECT ${plain.join(', ')} FROM spans WHERE ${plainRows(selection, unresolved, parameters).join(' AND ')}`,
  ];
  if (unresolved.traces.length > 0) {
    // The names differ from those of columns, so that no expression sees the result of another one.
    const kept = {
      started: 'start_time',
      is_selected: isSelected(selection, parameters),
      ...Object.fromEntries(columns.map(({ value }, index) => [`c${index}`, value])),
    };
    const spans = currentSpans(selection, { unresolved, columns: kept }, parameters);
    const read = ['started AS start_time', ...columns.map((_, index) => `c${index} AS v${index}`)];
    branches.push(`SELECT ${read.join(', ')} FROM (${spans}) WHERE is_selected`);
  }
  return branches;
}
