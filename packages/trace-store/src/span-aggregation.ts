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

/** Numbers of a span that can be summed; durations are in ms. */
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
  /** 0 if no entry has a value. */
  | { readonly kind: 'sum'; readonly of: (typeof addedNumbers)[number] }
  /**
   * A percentile of the durations, interpolated at level * (n - 1), with a level from 0 to 1; null if no entry has a
   * value.
   */
  | { readonly kind: 'percentile'; readonly level: number }
  /** The same for `end_time - start_time` in ms, which every span has; 0 if it ends before it starts. */
  | { readonly kind: 'latency'; readonly level: number };

/** The numbers at a path of the attributes, grouped into bins. */
export interface ValueAxis {
  /** A dotted path from the root of `attributes`. */
  readonly path: string;
  readonly scale: 'linear' | 'log';
  readonly bins: number;
  /** If absent, the extremes of the values; on a logarithmic scale, of the positive values. */
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Bucket n contains entries that start at or after `oldest + n * bucketNs`. */
export interface TimeBuckets {
  readonly oldest: bigint;
  readonly bucketNs: bigint;
  /** The number of buckets, and their length if it exceeds `bucketNs`, so that an entry is in several of them. */
  readonly overlap?: { readonly lastsNs: bigint; readonly buckets: number } | undefined;
}

/** Counts and measures entries. An entry is a span, or the first root of a trace. */
export interface SpanAggregation {
  /** The bounds are the bounds of a descending list. */
  readonly selection: Omit<SpanSelection, 'limit'> & { readonly order: 'descending' };
  readonly focus: 'span' | 'trace';
  /** Buckets of start times; the selection begins at `oldest`. */
  readonly time: TimeBuckets | undefined;
  readonly value: ValueAxis | undefined;
  readonly groupBy: readonly AggregateField[];
  readonly measures: readonly AggregateMeasure[];
  /** Maximum number of groups that have rows, and of values of a facet. */
  readonly limit: number;
  readonly facets: readonly AggregateField[];
}

/** Values of measures, in the order of the request. */
export type Measured = readonly (number | null)[];

export interface AggregateRow {
  /** Index of the time bucket; 0 without time buckets. */
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
  /** Values beyond the limit, lists and objects: their number, and the number of entries with such a value. */
  readonly others: { readonly values: number; readonly count: number };
  readonly absent: number;
}

export interface SpanAggregate {
  readonly count: number;
  readonly total: Measured;
  /** Null if the bounds depend on values and no entry has one; `outside` counts entries outside all bins. */
  readonly value:
    | { readonly min: number | null; readonly max: number | null; readonly outside: number }
    | undefined;
  /** Ordered by bucket, bin and count of the group; empty without time, value and groups. */
  readonly rows: readonly AggregateRow[];
  /** The number of groups without rows, and the number of their entries. */
  readonly others: { readonly groups: number; readonly count: number };
  /** One per requested facet. */
  readonly facets: readonly Facet[];
}
