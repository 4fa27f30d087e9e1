import type {
  FilterAttributeField,
  FilterEnumField,
  FilterTextField,
} from '@spanhouse/span-schema';
import type { SpanSelection } from './trace-reader.js';

/** A field with one value per span. `key` is a dotted path, as in a filter. */
export type AggregateField =
  | { readonly field: FilterEnumField | FilterTextField }
  | { readonly field: FilterAttributeField; readonly key: string };

/** Names of the numbers of a span that can be summed. Durations are in ms. */
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
  /** Number of entries with `STATUS_CODE_ERROR`. */
  | { readonly kind: 'failed' }
  /** Sum of the numbers; 0 if no entry has a value. */
  | { readonly kind: 'sum'; readonly of: (typeof addedNumbers)[number] }
  /**
   * A percentile of the durations; null if no entry has a value. It is interpolated at level * (n - 1), with a level
   * from 0 to 1.
   */
  | { readonly kind: 'percentile'; readonly level: number }
  /**
   * A percentile of `end_time - start_time` in ms, which every span has. The time is 0 if a span ends before it starts.
   */
  | { readonly kind: 'latency'; readonly level: number };

/** The numbers at a path of the attributes, grouped into bins. */
export interface ValueAxis {
  /** A dotted path from the root of `attributes`. */
  readonly path: string;
  readonly scale: 'linear' | 'log';
  readonly bins: number;
  /**
   * The lower bound of the axis; the default is the smallest value, or the smallest positive value on a logarithmic
   * scale.
   */
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Buckets by start time. Bucket n contains entries that start at or after `oldest + n * bucketNs`. */
export interface TimeBuckets {
  readonly oldest: bigint;
  readonly bucketNs: bigint;
  /**
   * The number of overlapping buckets and their length. Set if the length exceeds `bucketNs`, so that an entry is in
   * several buckets.
   */
  readonly overlap?: { readonly lastsNs: bigint; readonly buckets: number } | undefined;
}

/** A request to count and measure entries. An entry is a span, or the first root of a trace. */
export interface SpanAggregation {
  /** The selected spans. Its bounds have the same meaning as in a descending list. */
  readonly selection: Omit<SpanSelection, 'limit'> & { readonly order: 'descending' };
  readonly focus: 'span' | 'trace';
  /** Buckets of start times. They begin at `oldest` of the selection. */
  readonly time: TimeBuckets | undefined;
  readonly value: ValueAxis | undefined;
  readonly groupBy: readonly AggregateField[];
  readonly measures: readonly AggregateMeasure[];
  /** Maximum number of groups that have rows, and maximum number of values of a facet. */
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
  /** The values of the group as JSON texts; `null` for an absent value. */
  readonly group: readonly string[];
  readonly measured: Measured;
}

export interface Facet {
  /** Scalars as JSON texts, by descending count and then by ascending value. */
  readonly values: readonly { readonly json: string; readonly count: number }[];
  /** The number of values beyond the limit, lists and objects, and the number of entries with such a value. */
  readonly others: { readonly values: number; readonly count: number };
  readonly absent: number;
}

export interface SpanAggregate {
  readonly count: number;
  readonly total: Measured;
  /**
   * The bounds of the value axis, and the number of entries outside all bins (`outside`). Null if the bounds depend on
   * values and no entry has a value.
   */
  readonly value:
    | { readonly min: number | null; readonly max: number | null; readonly outside: number }
    | undefined;
  /**
   * The rows in the order of bucket, bin and descending count of the group; empty if nothing is grouped by time, value
   * or fields.
   */
  readonly rows: readonly AggregateRow[];
  /** The number of groups without rows, and the number of entries of these groups. */
  readonly others: { readonly groups: number; readonly count: number };
  /** The facets, one for each requested facet. */
  readonly facets: readonly Facet[];
}
