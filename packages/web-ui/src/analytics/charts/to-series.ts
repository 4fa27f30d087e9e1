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
} from '../../parts/chart/time-series.js';
import { writeCount } from '../../parts/values/format-number.js';
import { msOf } from '../../parts/values/milliseconds.js';
import { writeJson } from '../../parts/values/write-json.js';
import { inGroup, inNoGroup, type Part } from '../explorer-search.js';
import { restOfSum } from './unlisted-groups.js';

/** A line or a part of bars: its name, its colour, and its value in a row. */
export interface SeriesOf {
  readonly name: string;
  readonly colour: string;
  readonly value: (measures: Measures) => number | null | undefined;
  /** The value of a bucket without spans. */
  readonly empty: 0 | null;
  /** What holds for the spans that its values count, beyond the filter of the page. */
  readonly conditions: readonly Part[];
}

export interface BoardSeries extends Series {
  readonly conditions: readonly Part[];
}

/** Places the rows of an answer in their buckets. */
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

/** Returns the colour of a group by its place among the groups. After twelve, colours come again; names tell them apart. */
export function colourOfGroup(place: number): string {
  return `--c${place % COLOURS}`;
}

interface Grouping {
  readonly buckets: TimeBuckets;
  readonly field: AggregateField;
  readonly value: SeriesOf['value'];
  /** The value of a bucket without spans. */
  readonly empty: 0 | null;
  /** The numbers of all groups together; with them, what the listed groups lack becomes a series of its own. */
  readonly whole?: AggregateAnswer | undefined;
}

/** Makes one series of each group, the one with the most spans first, and one of the groups that are not listed. */
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

/** Names the groups that are not listed. */
export function nameOfOthers(groups: number): string {
  return `others (${writeCount(groups)})`;
}

/** Names a group for people. */
export function nameOfGroup(value: Json | undefined): string {
  if (value === null || value === undefined) {
    return 'no value';
  }
  return typeof value === 'string' ? value : writeJson(value);
}

/** The rows of each group, in the order of the table: by the number of spans, and equal numbers by the value, null last. */
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
