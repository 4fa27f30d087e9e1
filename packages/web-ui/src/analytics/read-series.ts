import { highest, type Series } from '../parts/chart/paint-chart.js';
import type { ChartKind } from './charts/chart-kinds.js';

/**
 * Returns the index of the bar segment at a position, or of the nearest line. Returns undefined if there is neither.
 */
export function rowAt(
  series: readonly Series[],
  kind: 'bars' | 'lines',
  { bucket, value }: { readonly bucket: number; readonly value: number },
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
 * Returns one value per series for a range of buckets: the value of a single bucket, the sum of several bars, or the
 * maximum of a line. A missing value is null. Without a range, all buckets are included.
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

/**
 * Returns a function that formats the values for a range of buckets. If a line has several points in the range, the
 * result has the form `up to 5 s`.
 */
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
  /** Index of the only series to describe; undefined to describe all series. */
  readonly row: number | undefined;
  readonly write: (value: number) => string;
}

/** Describes the values of the given series in words. */
export function sayValues({ series, values, row, write }: SaidValues): string {
  return series
    .map(({ name }, at) => `${name} ${writeOrDash(values[at], write)}`)
    .filter((_, at) => row === undefined || at === row)
    .join(', ');
}

/** Formats a value. A missing value is written as a dash. */
export function writeOrDash(
  value: number | null | undefined,
  write: (value: number) => string,
): string {
  return value === null || value === undefined ? '–' : write(value);
}
