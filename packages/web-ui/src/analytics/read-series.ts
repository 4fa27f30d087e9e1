import { highest, type Series } from '../parts/chart/time-series.js';
import type { ChartKind } from './charts/chart-kinds.js';

/** A place in a chart. */
interface ChartCell {
  readonly bucket: number;
  readonly value: number;
}

/** Returns the part of the bars at a place, or the line that is nearest to it; undefined where there is none. */
export function rowAt(
  series: readonly Series[],
  kind: 'bars' | 'lines',
  { bucket, value }: ChartCell,
): number | undefined {
  let found: number | undefined;
  let sum = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [row, { values }] of series.entries()) {
    const own = values[bucket] ?? null;
    if (own === null) {
      continue;
    }
    sum += own;
    if (kind === 'bars' && own > 0 && value >= sum - own && value < sum) {
      return row;
    }
    if (kind === 'lines' && Math.abs(own - value) < nearest) {
      nearest = Math.abs(own - value);
      found = row;
    }
  }
  return found;
}

/**
 * Returns a value of each series: that of one bucket; otherwise the sum of bars, or the highest point of a line. Null where
 * there is no value. Without a range, all buckets count.
 */
export function valuesIn(
  series: readonly Series[],
  kind: 'bars' | 'lines',
  range: readonly [first: number, last: number] | undefined,
): readonly (number | null)[] {
  return series.map((one) => {
    const values = range === undefined ? one.values : one.values.slice(range[0], range[1] + 1);
    const present = values.filter((value) => value !== null);
    if (present.length === 0) {
      return null;
    }
    return kind === 'bars'
      ? present.reduce((sum, value) => sum + value, 0)
      : highest([{ ...one, values }], kind);
  });
}

/** Returns how values of a range are written: that of a line with several points says that it is the highest of them. */
export function writeIn(
  { kind, write }: Pick<ChartKind, 'kind' | 'write'>,
  range: readonly [first: number, last: number] | undefined,
): ChartKind['write'] {
  const isPoint = range !== undefined && range[0] === range[1];
  return kind === 'bars' || isPoint ? write : (value) => `up to ${write(value)}`;
}

interface SaidValues {
  readonly series: readonly Series[];
  readonly values: readonly (number | null)[];
  /** The only series that is said; undefined for all. */
  readonly row: number | undefined;
  readonly write: (value: number) => string;
}

/** Says the values of series in words. */
export function sayValues({ series, values, row, write }: SaidValues): string {
  return series
    .map(({ name }, at) => `${name} ${writeOrDash(values[at], write)}`)
    .filter((_, at) => row === undefined || at === row)
    .join(', ');
}

/** Writes a value; a dash for none. */
export function writeOrDash(
  value: number | null | undefined,
  write: (value: number) => string,
): string {
  return value === null || value === undefined ? '–' : write(value);
}
