import type {
  AggregateAnswer,
  AggregateField,
  AggregateRow,
  Measures,
} from '../../api/aggregate.js';
import type { Json } from '../../api/shown-span.js';
import {
  bucketAt,
  bucketCount,
  type Series,
  type TimeBuckets,
} from '../../parts/chart/paint-chart.js';
import { msOf } from '../../parts/values/format-time.js';
import { writeJson } from '../../parts/values/write-json.js';
import { writeCount } from '../../parts/values/write-value.js';
import { inGroup, inNoGroup, type Part } from '../explorer-search.js';
import { restOfSum } from './unlisted-groups.js';

/** A line or a part of stacked bars: its name, its colour, and a function that returns its value in a row. */
export interface SeriesOf {
  readonly name: string;
  readonly colour: string;
  readonly value: (measures: Measures) => number | null | undefined;
  /** The value of a bucket without spans. */
  readonly empty: 0 | null;
  /** Conditions on the counted spans in addition to the filter of the page. */
  readonly conditions: readonly Part[];
}

export interface BoardSeries extends Series {
  readonly conditions: readonly Part[];
}

/** Assigns the rows of an answer to buckets, and returns the given series with one value for each bucket. */
export function toSeries(
  answer: AggregateAnswer,
  buckets: TimeBuckets,
  kinds: readonly SeriesOf[],
): readonly BoardSeries[] {
  const rows = answer.rows ?? [];
  return kinds.map(({ name, colour, value, empty, conditions }) => ({
    name,
    colour,
    values: valuesOf(rows, buckets, { value, empty }),
    conditions,
  }));
}

const COLOURS = 12;

/** Returns the colour of the group at an index. Colours repeat after twelve groups; labels distinguish them. */
export function colourOfGroup(place: number): string {
  return `--c${place % COLOURS}`;
}

interface Grouping {
  readonly buckets: TimeBuckets;
  readonly field: AggregateField;
  readonly value: SeriesOf['value'];
  /** The value of a bucket without spans. */
  readonly empty: 0 | null;
  /** The totals of all groups. If they are present, the unlisted groups form an additional series. */
  readonly whole?: AggregateAnswer | undefined;
}

/** Returns one series for each group, ordered by descending frequency, and one series for the unlisted groups. */
export function seriesByGroup(answer: AggregateAnswer, grouping: Grouping): readonly BoardSeries[] {
  const { buckets, field, value, empty, whole } = grouping;
  const groups = groupsOf(answer);
  const listed = groups.map(({ key, rows }, place) => ({
    name: nameOfGroup(key),
    colour: colourOfGroup(place),
    values: valuesOf(rows, buckets, { value, empty }),
    conditions: [inGroup(field, key)],
  }));
  const rest = answer.others?.groups ?? 0;
  if (rest === 0 || whole === undefined) {
    return listed;
  }
  const keys = groups.map(({ key }) => key);
  const all = valuesOf(whole.rows ?? [], buckets, { value, empty: 0 });
  const others: BoardSeries = {
    name: nameOfOthers(rest),
    colour: '--mark',
    values: all.map((sum, bucket) =>
      restOfSum(
        sum ?? 0,
        listed.map(({ values }) => values[bucket]),
      ),
    ),
    conditions: inNoGroup(field, keys),
  };
  return [...listed, others];
}

/** Returns the label of the unlisted groups. */
export function nameOfOthers(groups: number): string {
  return `others (${writeCount(groups)})`;
}

/** Returns the label of a group. */
export function nameOfGroup(value: Json | undefined): string {
  if (value === null || value === undefined) {
    return 'no value';
  }
  return typeof value === 'string' ? value : writeJson(value);
}

/**
 * Returns the rows of each group in the order of the table: by descending number of spans, then by value. Null is the
 * last value.
 */
function groupsOf({ rows = [] }: AggregateAnswer) {
  const groups = Map.groupBy(rows, ({ group = [] }) => writeJson(group[0] ?? null));
  return [...groups.values()]
    .map((own) => ({
      key: own[0]?.group?.[0] ?? null,
      rows: own,
      count: own.reduce((sum, { count = 0 }) => sum + count, 0),
    }))
    .sort((one, other) => other.count - one.count || compareKeys(one.key, other.key));
}

function compareKeys(one: Json, other: Json): number {
  if (one === null || other === null) {
    return one === null ? 1 : -1;
  }
  return nameOfGroup(one) < nameOfGroup(other) ? -1 : 1;
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
