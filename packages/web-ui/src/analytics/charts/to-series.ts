import type { AggregateAnswer, AggregateField, AggregateRow } from '../../api/aggregate.js';
import type { Json } from '../../api/shown-span.js';
import {
  bucketAt,
  bucketCount,
  type Series,
  type TimeBuckets,
} from '../../parts/chart/paint-chart.js';
import { toMs } from '../../parts/values/format-time.js';
import { writeJson } from '../../parts/values/write-json.js';
import { writeCount } from '../../parts/values/write-value.js';
import { inGroup, inNoGroup, type Part } from '../explorer-search.js';
import type { ChartKind, SeriesOf } from './chart-kinds.js';
import { restOfSum } from './unlisted-groups.js';

export interface BoardSeries extends Series {
  readonly conditions: readonly Part[];
}

/** Assigns the rows of an answer to buckets. Returns the series of a chart, each with one value per bucket. */
export function toSeries(
  { rows = [] }: AggregateAnswer,
  buckets: TimeBuckets,
  { kind, series }: Pick<ChartKind, 'kind' | 'series'>,
): readonly BoardSeries[] {
  return series.map(({ name, colour, value, conditions = [] }) => ({
    name,
    colour,
    values: valuesOf(rows, buckets, { kind, value }),
    conditions,
  }));
}

const COLOURS = 12;

/**
 * Returns the colour for a group index. The twelve colours repeat, so groups with the same colour are distinguished by
 * their labels.
 */
export function colourOfGroup(index: number): string {
  return `--c${index % COLOURS}`;
}

interface Grouping {
  readonly buckets: TimeBuckets;
  readonly field: AggregateField;
  readonly chart: Pick<ChartKind, 'kind' | 'series' | 'ofGroup'>;
  /** The totals of all groups. If present, the unlisted groups are combined into an additional series. */
  readonly whole?: AggregateAnswer | undefined;
}

/** Returns one series for each listed group, most frequent first, and one series for all other groups. */
export function seriesByGroup(answer: AggregateAnswer, grouping: Grouping): readonly BoardSeries[] {
  const { buckets, field, chart, whole } = grouping;
  const { kind, series, ofGroup: value = series[0].value } = chart;
  const groups = groupsOf(answer);
  const listed = groups.map(({ key, rows }, index) => ({
    name: nameOfGroup(key),
    colour: colourOfGroup(index),
    values: valuesOf(rows, buckets, { kind, value }),
    conditions: [inGroup(field, key)],
  }));
  const rest = answer.others?.groups ?? 0;
  if (rest === 0 || whole === undefined) {
    return listed;
  }
  const keys = groups.map(({ key }) => key);
  const all = valuesOf(whole.rows ?? [], buckets, { kind, value });
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

/** Returns the label of the series that combines the unlisted groups. */
export function nameOfOthers(groups: number): string {
  return `others (${writeCount(groups)})`;
}

/** Returns a group's value as text. A missing value becomes `no value`. */
export function nameOfGroup(value: Json | undefined): string {
  if (value === null || value === undefined) {
    return 'no value';
  }
  return typeof value === 'string' ? value : writeJson(value);
}

/**
 * Returns the groups with their rows, in the order of the group table: by descending count, then by value, with null
 * last.
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

/** Returns the value for each bucket. In buckets without spans, bars are 0 and lines have gaps. */
function valuesOf(
  rows: readonly AggregateRow[],
  buckets: TimeBuckets,
  { kind, value }: Pick<ChartKind, 'kind'> & Pick<SeriesOf, 'value'>,
): readonly (number | null)[] {
  const empty = kind === 'bars' ? 0 : null;
  const values = new Array<number | null>(bucketCount(buckets)).fill(empty);
  for (const row of rows) {
    const bucket = bucketAt(buckets, toMs(row.time ?? ''));
    if (bucket >= 0) {
      values[bucket] = value(row) ?? empty;
    }
  }
  return values;
}
