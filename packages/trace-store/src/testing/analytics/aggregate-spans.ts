import { compareCodePoints } from '@spanhouse/span-schema';
import { binEdges, binOf } from '../../analytics/aggregates/value-bins.js';
import type {
  AggregateField,
  AggregateMeasure,
  AggregateRow,
  Facet,
  SpanAggregate,
  SpanAggregation,
  TimeBuckets,
} from '../../span-aggregation.js';
import { type AggregateEntry, aggregateEntries, textOfField } from './aggregate-entries.js';
import { interpolate } from './summarize-metric.js';
import { bucketOf, type MeasuredRow, sum } from './trace-entries.js';

/** Counts and measures the entries one at a time. */
export function aggregateSpans(
  rows: readonly MeasuredRow[],
  aggregation: SpanAggregation,
): SpanAggregate {
  const entries = aggregateEntries(rows, aggregation);
  const groups = [...Map.groupBy(entries, (entry) => groupOf(entry, aggregation))]
    .map(([key, members]) => ({ group: JSON.parse(key) as readonly string[], members }))
    .toSorted(
      (left, right) =>
        right.members.length - left.members.length ||
        compareLists(left.group, right.group, compareTexts),
    );
  const top = groups.slice(0, aggregation.limit);
  const rest = aggregation.groupBy.length === 0 ? [] : groups.slice(aggregation.limit);
  const { time, value, groupBy: fields } = aggregation;
  const hasRows = time !== undefined || value !== undefined || fields.length > 0;
  const axis = axisOf(entries, aggregation);
  return {
    count: entries.length,
    total: aggregation.measures.map((measure) => measureEntries(entries, measure)),
    value: value && {
      min: axis.min,
      max: axis.max,
      outside: entries.filter((entry) => axis.binOf(entry) === undefined).length,
    },
    rows: hasRows
      ? top
          .flatMap(({ group, members }, rank) =>
            rowsOf({ group, members, rank, axis }, aggregation),
          )
          .toSorted((left, right) => compareLists(left.position, right.position, (a, b) => a - b))
          .map(({ row }) => row)
      : [],
    others: { groups: rest.length, count: sum(rest.map(({ members }) => members.length)) },
    facets: aggregation.facets.map((field) => facetOf(entries, field, aggregation.limit)),
  };
}

function groupOf(entry: AggregateEntry, { groupBy: fields }: SpanAggregation): string {
  return JSON.stringify(fields.map((field) => textOfField(entry, field) ?? 'null'));
}

type Axis = ReturnType<typeof axisOf>;

function axisOf(entries: readonly AggregateEntry[], { value }: SpanAggregation) {
  const isPositive = (number: number) => value?.scale !== 'log' || number > 0;
  const numbers = entries
    .flatMap(({ numberAt }) => numberAt(value?.path ?? '') ?? [])
    .filter(isPositive);
  const min = value?.min ?? (numbers.length === 0 ? null : Math.min(...numbers));
  const max = value?.max ?? (numbers.length === 0 ? null : Math.max(...numbers));
  const edges =
    value === undefined || min === null || max === null ? [] : binEdges(value, { min, max });
  const bin = ({ numberAt }: AggregateEntry) => {
    const number = numberAt(value?.path ?? '');
    return number === undefined || !isPositive(number) ? undefined : binOf(number, edges);
  };
  return { min, max, edges, binOf: bin };
}

interface Ranked {
  readonly group: readonly string[];
  readonly members: readonly AggregateEntry[];
  readonly rank: number;
  readonly axis: Axis;
}

function rowsOf(
  { group, members, rank, axis }: Ranked,
  { time, value, measures, groupBy: fields }: SpanAggregation,
): readonly { readonly position: readonly number[]; readonly row: AggregateRow }[] {
  const positions = members.flatMap((entry) =>
    bucketsOf(entry, time).map((bucket) => ({
      entry,
      key: JSON.stringify([bucket, value === undefined ? 0 : (axis.binOf(entry) ?? -1)]),
    })),
  );
  return [...Map.groupBy(positions, ({ key }) => key)].flatMap(([key, placed]) => {
    const inside = placed.map(({ entry }) => entry);
    const [bucket = 0, bin = 0] = JSON.parse(key) as readonly number[];
    const bounds = [axis.edges[bin] ?? 0, axis.edges[bin + 1] ?? 0] as const;
    const row = {
      bucket,
      bin: value === undefined ? undefined : bounds,
      group: fields.length === 0 ? [] : group,
      measured: measures.map((measure) => measureEntries(inside, measure)),
    };
    return bin < 0 ? [] : [{ position: [bucket, bin, rank], row }];
  });
}

function bucketsOf({ row }: AggregateEntry, time: TimeBuckets | undefined): readonly number[] {
  if (time?.overlap === undefined) {
    return [time === undefined ? 0 : bucketOf(row.source, time)];
  }
  const { oldest, bucketNs, overlap } = time;
  return Array.from({ length: overlap.buckets }, (_, index) => index).filter((index) => {
    const start = oldest + BigInt(index) * bucketNs;
    return start <= row.source.start_time && row.source.start_time < start + overlap.lastsNs;
  });
}

function measureEntries(
  entries: readonly AggregateEntry[],
  measure: AggregateMeasure,
): number | null {
  const durations = entries.flatMap(({ row }) => row.source.metrics.duration.cumulative ?? []);
  switch (measure.kind) {
    case 'count':
      return entries.length;
    case 'failed':
      return entries.filter(({ row }) => row.source.status_code === 'STATUS_CODE_ERROR').length;
    case 'percentile':
      return percentile(durations, measure.level);
    case 'latency':
      return percentile(entries.map(latencyOf), measure.level);
    case 'sum': {
      const [group = '', part = ''] = measure.of.split('_');
      return sum(
        measure.of === 'duration'
          ? durations
          : entries.flatMap(({ added }) => addedAt(added, group, part) ?? []),
      );
    }
  }
}

function latencyOf({ row: { source } }: AggregateEntry): number {
  return Math.max(0, Number(source.end_time - source.start_time)) / 1_000_000;
}

function addedAt(added: AggregateEntry['added'], group: string, part: string): number | undefined {
  if (group === 'errors') {
    return added.errors;
  }
  return group === 'tokens' ? added.tokens[part] : added.costs[part];
}

function percentile(values: readonly number[], level: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted.length === 0 ? null : interpolate(sorted, level * (sorted.length - 1));
}

function facetOf(entries: readonly AggregateEntry[], field: AggregateField, limit: number): Facet {
  const present = entries.flatMap((entry) => {
    const json = textOfField(entry, field);
    return json === undefined || holdsNothing(JSON.parse(json)) ? [] : [json];
  });
  const counts = [...Map.groupBy(present, (json) => json)].map(([json, members]) => ({
    json,
    count: members.length,
  }));
  const values = counts
    .filter(({ json }) => !/^[{[]/.test(json))
    .toSorted((left, right) => right.count - left.count || compareTexts(left.json, right.json))
    .slice(0, limit);
  return {
    values,
    others: {
      values: counts.length - values.length,
      count: present.length - sum(values.map(({ count }) => count)),
    },
    absent: entries.length - present.length,
  };
}

/** Returns whether a list or object contains no string, number or boolean at any depth. */
function holdsNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).every(holdsNothing));
}

/** Compares JSON values: numbers come first, then other values, then null. */
function compareTexts(left: string, right: string): number {
  const isNumber = (json: string) => /^-?[0-9]/.test(json);
  return (
    Number(left === 'null') - Number(right === 'null') ||
    Number(isNumber(right)) - Number(isNumber(left)) ||
    (isNumber(left) ? Number(left) - Number(right) : 0) ||
    compareCodePoints(shownText(left), shownText(right)) ||
    compareCodePoints(left, right)
  );
}

function shownText(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

function compareLists<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
): number {
  return left.reduce((order, item, index) => order || compare(item, right[index] as Item), 0);
}
