import type {
  FilterAttributeField,
  FilterEnumField,
  FilterTextField,
} from '@spanhouse/span-schema';
import type { SpanSelection } from './trace-reader.js';

/** A field that has one value per span. `key` is a dotted path, as in a filter. */
export type AggregateField =
  | { readonly field: FilterEnumField | FilterTextField }
  | { readonly field: FilterAttributeField; readonly key: string };

/** Names of the span numbers that can be summed. Durations are in ms. */
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

/** A number that is computed for each group of entries. */
export type AggregateMeasure =
  | { readonly kind: 'count' }
  /** Number of entries with the status `STATUS_CODE_ERROR`. */
  | { readonly kind: 'failed' }
  /** Sum of a number; 0 if no entry has the number. */
  | { readonly kind: 'sum'; readonly of: (typeof addedNumbers)[number] }
  /**
   * Percentile of the durations; null if no entry has a duration. `level` is from 0 to 1. The result is interpolated at
   * position level * (n - 1).
   */
  | { readonly kind: 'percentile'; readonly level: number }
  /**
   * Percentile of `end_time - start_time` in ms. Every span has this difference; it counts as 0 if the span ends before
   * it starts.
   */
  | { readonly kind: 'latency'; readonly level: number };

/** Grouping of the numbers at an attribute path into bins. */
export interface ValueAxis {
  /** Dotted path from the root of `attributes`. */
  readonly path: string;
  readonly scale: 'linear' | 'log';
  readonly bins: number;
  /**
   * Lower bound of the axis. The default is the smallest value, or on a logarithmic scale the smallest positive value.
   */
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Buckets by start time. Bucket n contains entries that start at or after `oldest + n * bucketNs`. */
export interface TimeBuckets {
  readonly oldest: bigint;
  readonly bucketNs: bigint;
  /**
   * Length of each overlapping bucket in ns, and the number of buckets. Set if buckets are longer than `bucketNs`, so
   * that an entry may be in several buckets.
   */
  readonly overlap?: { readonly lastsNs: bigint; readonly buckets: number } | undefined;
}

/** A request to count and measure entries. An entry is a single span or the first root of a trace. */
export interface SpanAggregation {
  /** The selected spans. The bounds have the same meaning as in a descending list. */
  readonly selection: Omit<SpanSelection, 'limit'> & { readonly order: 'descending' };
  readonly focus: 'span' | 'trace';
  /** Buckets of start times, which begin at the selection's `oldest`. */
  readonly time: TimeBuckets | undefined;
  readonly value: ValueAxis | undefined;
  readonly groupBy: readonly AggregateField[];
  readonly measures: readonly AggregateMeasure[];
  /** Maximum number of groups that get rows, and maximum number of values per facet. */
  readonly limit: number;
  readonly facets: readonly AggregateField[];
}

/** Values of the measures, in the same order as in the request. */
export type Measured = readonly (number | null)[];

export interface AggregateRow {
  /** Index of the time bucket; 0 without time buckets. */
  readonly bucket: number;
  /** The bounds of the bin; undefined without a value axis. */
  readonly bin: readonly [number, number] | undefined;
  /** The group's field values as JSON; `null` for an absent value. */
  readonly group: readonly string[];
  readonly measured: Measured;
}

export interface Facet {
  /** Scalars as JSON. They are ordered by descending count, then by ascending value. */
  readonly values: readonly { readonly json: string; readonly count: number }[];
  /**
   * Number of values that are not listed, and the number of entries with these values. Scalars beyond the limit, lists
   * and objects are not listed.
   */
  readonly others: { readonly values: number; readonly count: number };
  readonly absent: number;
}

export interface SpanAggregate {
  readonly count: number;
  readonly total: Measured;
  /**
   * Bounds of the value axis, and `outside`, the number of entries outside all bins. Null if the bounds depend on the
   * values and no entry has a value.
   */
  readonly value:
    | { readonly min: number | null; readonly max: number | null; readonly outside: number }
    | undefined;
  /**
   * Rows ordered by bucket, bin, and descending count of the group. Empty if the request has neither time buckets nor a
   * value axis nor fields to group by.
   */
  readonly rows: readonly AggregateRow[];
  /** Number of groups without rows, and number of entries in these groups. */
  readonly others: { readonly groups: number; readonly count: number };
  /** One facet for each requested field. */
  readonly facets: readonly Facet[];
}
