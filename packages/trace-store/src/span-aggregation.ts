import type {
  FilterAttributeField,
  FilterEnumField,
  FilterTextField,
} from '@spanhouse/span-schema';
import type { SpanSelection } from './trace-reader.js';

/** A field with one value per span; `key` is a dotted path as in a filter. */
export type AggregateField =
  | { readonly field: FilterEnumField | FilterTextField }
  | { readonly field: FilterAttributeField; readonly key: string };

/** Numbers of a span that add up; durations are in ms. */
export const addedNumbers = [
  'duration',
  'errors',
  'tokens_prompt',
  'tokens_completion',
  'tokens_total',
  'costs_prompt',
  'costs_completion',
  'costs_total',
] as const;

/** A number of a group of entries. */
export type AggregateMeasure =
  | { readonly kind: 'count' }
  /** Entries with `STATUS_CODE_ERROR`. */
  | { readonly kind: 'failed' }
  /** 0 without a value. */
  | { readonly kind: 'sum'; readonly of: (typeof addedNumbers)[number] }
  /** Of the durations, linear at level * (n - 1), with a level from 0 to 1; null without a value. */
  | { readonly kind: 'percentile'; readonly level: number }
  /** The same of `end_time - start_time` in ms, which every span has: 0 where the end is before the start. */
  | { readonly kind: 'latency'; readonly level: number };

/** The numbers at a path of the attributes, cut into bins. */
export interface ValueAxis {
  /** A dotted path from the root of `attributes`. */
  readonly path: string;
  readonly scale: 'linear' | 'log';
  readonly bins: number;
  /** Absent = the extremes of the values; of the positive values on a logarithmic scale. */
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Bucket n has what starts from `oldest + n * bucketNs` on. */
export interface TimeBuckets {
  readonly oldest: bigint;
  readonly bucketNs: bigint;
  /** Buckets that last longer than `bucketNs`, so that an entry is in several, and their number. */
  readonly overlap?: { readonly lastsNs: bigint; readonly buckets: number } | undefined;
}

/** What is counted and measured. An entry is a span, or the first root of a trace. */
export interface SpanAggregation {
  /** Bounds as those of a descending list. */
  readonly selection: Omit<SpanSelection, 'limit'> & { readonly order: 'descending' };
  readonly focus: 'span' | 'trace';
  /** Buckets of start times; the selection begins at `oldest`. */
  readonly time: TimeBuckets | undefined;
  readonly value: ValueAxis | undefined;
  readonly groupBy: readonly AggregateField[];
  readonly measures: readonly AggregateMeasure[];
  /** The most groups that have rows, and the most values of a facet. */
  readonly limit: number;
  readonly facets: readonly AggregateField[];
}

/** Values of measures, in the order of the request. */
export type Measured = readonly (number | null)[];

export interface AggregateRow {
  /** Of the time; 0 without a time. */
  readonly bucket: number;
  /** The bounds of the bin; undefined without a value axis. */
  readonly bin: readonly [number, number] | undefined;
  /** JSON texts, `null` for an absent value. */
  readonly group: readonly string[];
  readonly measured: Measured;
}

export interface Facet {
  /** Scalars as JSON texts; by count descending, then value ascending. */
  readonly values: readonly { readonly json: string; readonly count: number }[];
  /** The values after the limit, lists and objects: how many values, and how many entries have one. */
  readonly others: { readonly values: number; readonly count: number };
  readonly absent: number;
}

export interface SpanAggregate {
  readonly count: number;
  readonly total: Measured;
  /** Null where the bounds depend on values and there are none; `outside` counts the entries in no bin. */
  readonly value:
    | { readonly min: number | null; readonly max: number | null; readonly outside: number }
    | undefined;
  /** By bucket, bin and count of the group; empty without time, value and groups. */
  readonly rows: readonly AggregateRow[];
  /** The groups without rows, and their entries. */
  readonly others: { readonly groups: number; readonly count: number };
  /** One for each requested facet. */
  readonly facets: readonly Facet[];
}
