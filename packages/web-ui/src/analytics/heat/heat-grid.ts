import type { AggregateAnswer } from '../../api/aggregate.js';
import { bucketAt, bucketCount, type TimeBuckets } from '../../parts/chart/paint-chart.js';
import { toMs } from '../../parts/values/format-time.js';

/**
 * Counts of spans by time and duration. Cells are stored column by column from left to right, and from the bottom up in
 * each column.
 */
export interface HeatGrid {
  readonly buckets: TimeBuckets;
  readonly columns: number;
  readonly rows: number;
  /** Bounds of the rows in ms. The number of bounds is one more than the number of rows. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  readonly failed: readonly number[];
  readonly highest: number;
  /** Number of spans without a duration or with a duration outside the scale. */
  readonly outside: number;
}

/**
 * Converts an answer to a grid with `bins` bins on a logarithmic scale. Returns undefined if the answer has no spans.
 */
export function toHeatGrid(
  answer: AggregateAnswer,
  range: Pick<TimeBuckets, 'from' | 'to'>,
  bins: number,
): HeatGrid | undefined {
  const { interval_ms: intervalMs = 1, rows: found = [], value } = answer;
  const { min, max, outside = 0 } = value ?? {};
  if (min == null || max == null || found.length === 0) {
    return undefined;
  }
  const buckets = { ...range, intervalMs };
  const columns = bucketCount(buckets);
  const rows = min === max ? 1 : bins;
  const counts = new Array<number>(columns * rows).fill(0);
  const failed = new Array<number>(columns * rows).fill(0);
  for (const row of found) {
    const column = bucketAt(buckets, toMs(row.time ?? ''));
    const cell = column * rows + binOf(row.value?.[0] ?? min, { min, max, rows });
    counts[cell] = row.count ?? 0;
    failed[cell] = row.failed ?? 0;
  }
  const edges = Array.from({ length: rows + 1 }, (_, edge) =>
    edge === rows ? max : min * (max / min) ** (edge / rows),
  );
  const highest = counts.reduce((most, count) => Math.max(most, count), 0);
  return { buckets, columns, rows, edges, counts, failed, highest, outside };
}

interface Scale {
  readonly min: number;
  readonly max: number;
  readonly rows: number;
}

/** Returns the index of the bin that has the given lower edge. */
function binOf(lower: number, { min, max, rows }: Scale): number {
  if (rows === 1) {
    return 0;
  }
  const bin = Math.round((Math.log(lower / min) / Math.log(max / min)) * rows);
  return Math.max(0, Math.min(rows - 1, bin));
}

/** A range of columns and a range of rows, each inclusive. */
export interface HeatBox {
  readonly columns: readonly [first: number, last: number];
  readonly rows: readonly [lower: number, upper: number];
}

/** Counts the spans and the failed spans in a box. */
export function countBox({ rows, counts, failed }: HeatGrid, box: HeatBox) {
  const sum = { count: 0, failed: 0 };
  for (let column = box.columns[0]; column <= box.columns[1]; column++) {
    for (let row = box.rows[0]; row <= box.rows[1]; row++) {
      sum.count += counts[column * rows + row] ?? 0;
      sum.failed += failed[column * rows + row] ?? 0;
    }
  }
  return sum;
}
