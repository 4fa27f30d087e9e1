import { alignTraces, type NamedTree } from '@spanhouse/trace-insight/align-traces';
import {
  indexOfSpan,
  type Outline,
  STATUS_ERROR,
  shapeOf,
  spanIdAt,
} from '../trace/outline/outline.js';

/** Two traces merged into one tree of rows, with the span indexes of each row and the outlines of both traces. */
export type Comparison = ReturnType<typeof compareTraces> & {
  readonly a: Outline;
  readonly b: Outline;
};

/** Two durations count as equal if they differ by at most this fraction of the longer duration. */
const SAME_PART = 0.1;
/** Two durations also count as equal if they differ by at most this fraction of the longer trace's duration. */
const SAME_PART_OF_TRACE = 0.01;

/** Matches the spans of two traces with each other. */
export function compareTraces({ a, b }: { readonly a: NamedTree; readonly b: NamedTree }) {
  const rows = alignTraces(a, b);
  const count = rows.parent.length;
  return { count, rows, shape: shapeOf({ count, parent: rows.parent }) };
}

/** Returns the indexes of a row's spans. An index is -1 if the trace lacks the span. */
export function spansOfRow({ rows }: Comparison, row: number): readonly [a: number, b: number] {
  return [rows.a[row] ?? -1, rows.b[row] ?? -1];
}

/** Returns the key that identifies a row in the address. The key consists of the span ids. */
export function keyOfRow(comparison: Comparison, row: number): string {
  const [inA, inB] = spansOfRow(comparison, row);
  return `${spanIdAt(comparison.a, inA) ?? ''}-${spanIdAt(comparison.b, inB) ?? ''}`;
}

/** Returns the row that an address names, or undefined if the row does not exist. */
export function rowOfKey(comparison: Comparison, key: string | undefined): number | undefined {
  const { a, b, rows } = comparison;
  const [idA = '', idB = ''] = key?.split('-') ?? [];
  const row = idA === '' ? rows.b.indexOf(indexIn(b, idB)) : rows.a.indexOf(indexIn(a, idA));
  return row >= 0 && keyOfRow(comparison, row) === key ? row : undefined;
}

/**
 * Returns the index of a span, or -2 if no span has this id. The value -1 would match the rows that lack a span of this
 * trace.
 */
function indexIn(outline: Outline, id: string): number {
  const at = indexOfSpan(outline, id);
  return at < 0 ? -2 : at;
}

/** Returns how the two spans of a row differ. */
export function changeOfRow(comparison: Comparison, row: number) {
  const { a, b } = comparison;
  const [inA, inB] = spansOfRow(comparison, row);
  const change = (column: 'duration' | 'tokensAll' | 'costsAll') =>
    (b[column][inB] ?? 0) - (a[column][inA] ?? 0);
  const failedInA = a.status[inA] === STATUS_ERROR;
  const failedInB = b.status[inB] === STATUS_ERROR;
  return {
    side: inB < 0 ? 'a' : inA < 0 ? 'b' : 'both',
    duration: change('duration'),
    tokens: change('tokensAll'),
    cost: change('costsAll'),
    failed: [...(failedInA ? ['A'] : []), ...(failedInB ? ['B'] : [])],
  };
}

/**
 * Returns true if the spans of a row differ:
 * - only one of them exists or only one failed,
 * - their token counts differ, or
 * - their durations differ by more than a tenth of the longer duration and by more than a hundredth of the longer
 *   trace's duration.
 */
export function isDifferent(comparison: Comparison, row: number): boolean {
  const { side, duration, tokens, failed } = changeOfRow(comparison, row);
  if (side !== 'both' || failed.length === 1 || tokens !== 0) {
    return true;
  }
  const [inA, inB] = spansOfRow(comparison, row);
  const { a, b } = comparison;
  const longer = Math.max(a.duration[inA] ?? 0, b.duration[inB] ?? 0);
  const trace = Math.max(a.duration[0] ?? 0, b.duration[0] ?? 0);
  return Math.abs(duration) > Math.max(SAME_PART * longer, SAME_PART_OF_TRACE * trace);
}

/** Returns the rows sorted by the difference between the two durations, largest first. */
export function rowsBySize(comparison: Comparison): Int32Array {
  const size = Float64Array.from(comparison.rows.parent, (_, row) =>
    Math.abs(changeOfRow(comparison, row).duration),
  );
  return Int32Array.from(size.keys()).sort(
    (one, other) => (size[other] ?? 0) - (size[one] ?? 0) || one - other,
  );
}

/** Returns the next or previous row whose spans differ, starting from `selected`. The order is cyclic. */
export function nextDifference(
  comparison: Comparison,
  {
    rows,
    selected,
    by,
  }: { readonly rows: Int32Array; readonly selected: number; readonly by: 1 | -1 },
): number | undefined {
  const from = rows.indexOf(selected);
  for (let step = 1; step <= rows.length; step++) {
    const row = rows[(from + by * step + rows.length * 2) % rows.length];
    if (row !== undefined && isDifferent(comparison, row)) {
      return row;
    }
  }
  return undefined;
}
