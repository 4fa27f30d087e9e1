import type { AggregateAnswer, AggregateRow, Measures } from '../api/aggregate.js';
import type { Json } from '../api/shown-span.js';
import { bucketAt, bucketCount, type Series, type TimeBuckets } from '../chart/time-series.js';
import { msOf } from '../parts/milliseconds.js';
import { writeJson } from '../parts/write-json.js';

/** A line or a part of bars: its name, its colour, and its value in a row. */
export interface SeriesOf {
  readonly name: string;
  readonly colour: string;
  readonly value: (measures: Measures) => number | null | undefined;
  /** The value of a bucket without spans. */
  readonly empty: 0 | null;
}

/** Places the rows of an answer in their buckets. */
export function seriesOf(
  answer: AggregateAnswer,
  buckets: TimeBuckets,
  kinds: readonly SeriesOf[],
): readonly Series[] {
  const rows = answer.rows ?? [];
  return kinds.map(({ name, colour, value, empty }) => ({
    name,
    colour,
    values: valuesOf(rows, buckets, { value, empty }),
  }));
}

const COLOURS = 12;

/** Makes one series of each group, those with the most in their rows first; the others are left out. */
export function seriesByGroup(
  answer: AggregateAnswer,
  buckets: TimeBuckets,
  value: SeriesOf['value'],
): readonly Series[] {
  const groups = Map.groupBy(answer.rows ?? [], ({ group = [] }) => nameOfGroup(group[0]));
  return [...groups].slice(0, COLOURS).map(([name, rows], at) => ({
    name,
    colour: `--c${at}`,
    values: valuesOf(rows, buckets, { value, empty: 0 }),
  }));
}

/** Names a group for people. */
export function nameOfGroup(value: Json | undefined): string {
  if (value === null || value === undefined) {
    return 'without';
  }
  return typeof value === 'string' ? value : writeJson(value);
}

function valuesOf(
  rows: readonly AggregateRow[],
  buckets: TimeBuckets,
  { value, empty }: Pick<SeriesOf, 'value' | 'empty'>,
): readonly (number | null)[] {
  const values = new Array<number | null>(bucketCount(buckets)).fill(empty);
  for (const row of rows) {
    const bucket = bucketAt(buckets, msOf(row.time ?? ''));
    if (bucket >= 0) {
      values[bucket] = value(row) ?? empty;
    }
  }
  return values;
}
