import type { StoredSpan } from '@spanhouse/span-row';
import type { TimeBuckets } from './span-aggregation.js';
import type { SpanSelection } from './trace-reader.js';

/** A part of a span that has attributes. `attributes` are the attributes of the span itself, including all of `ag`. */
export type AttributedPart = 'attributes' | 'resource' | 'scope' | 'events' | 'links';

/** An expression that spans are grouped by. A duration is in ns. It is 0 if the span ends before it starts. */
export type GroupingKey =
  | { readonly kind: 'span_name' | 'span_kind' | 'status_code' | 'status_message' }
  /** The name of the service, or the whole resource if the name is not a string. */
  | { readonly kind: 'service' }
  /** The whole resource. */
  | { readonly kind: 'resource' }
  /**
   * The scalar or list at a dotted path of the attributes. All attributes are used if another path of the span may have
   * the same dotted key, or if ClickHouse cannot represent the value exactly. The path MUST NOT contain a number or
   * `_conflicts`, and MUST NOT lead into `ag.type` or `ag.metrics`.
   */
  | { readonly kind: 'attribute'; readonly key: string }
  /** True if the span has no parent id. */
  | { readonly kind: 'is_root' }
  /** The position of the duration among the bounds. The bounds MUST NOT be negative. */
  | { readonly kind: 'duration'; readonly bounds: readonly bigint[] }
  /** The smallest power of two that is not less than the duration. */
  | { readonly kind: 'duration_bucket' };

/** A selection of current spans and the keys that they are grouped by. */
export interface SpanGrouping {
  readonly selection: Omit<SpanSelection, 'limit'> & { readonly order: 'descending' };
  readonly by: readonly GroupingKey[];
  /** A part of the spans whose structure is an additional grouping key; undefined for none. */
  readonly structure: AttributedPart | undefined;
  /** Buckets of start times. If undefined, all spans are in bucket 0. */
  readonly time: TimeBuckets | undefined;
  /**
   * Maximum number of durations that an answer lists; 0 if durations are not needed. If there are more, the answer
   * lists none.
   */
  readonly maxDurations: number;
  /** Maximum number of buckets of all groups together. */
  readonly limit: number;
}

/** Spans with equal keys, and with equal structure if the grouping has a part for it. */
export interface SpanGroup {
  /** Id of the group, unique among the groups of the same keys. */
  readonly id: string;
  /**
   * The members that the keys determine. `resource` has all attributes or only the name of the service. `parent_id`
   * shows only that the spans have a parent; its value has no meaning.
   */
  readonly columns: Partial<
    Pick<StoredSpan, 'span_name' | 'span_kind' | 'status_code' | 'status_message'>
  > &
    Pick<Partial<StoredSpan>, 'resource' | 'parent_id'>;
  readonly attributes: GroupedAttributes;
  /**
   * The JSON text of the part with empty strings, 0 for numbers and true for booleans; `''` if the grouping has no
   * part.
   */
  readonly structure: string;
  /** Number of spans in all buckets. */
  readonly count: number;
  /** The duration of one of the spans. */
  readonly duration: bigint;
  /** The buckets that contain spans. */
  readonly buckets: readonly GroupBucket[];
}

/** The values of the attribute keys of a group. */
export interface GroupedAttributes {
  /** A JSON object with the values by dotted key. If `isComplete` is true, it contains all stored attributes. */
  readonly json: string;
  readonly isComplete: boolean;
  /** Keys that are missing from `json`, because their values are longer than every string of 256 characters. */
  readonly truncated: readonly { readonly key: string; readonly isString: boolean }[];
}

/** Number and durations of a group's spans in a bucket of time. */
export interface GroupBucket {
  readonly bucket: number;
  readonly count: number;
  readonly minDuration: bigint;
  readonly maxDuration: bigint;
  readonly totalDuration: bigint;
  /** The durations in any order; empty if durations are not needed or too many. */
  readonly durations: readonly number[];
}

/** A request for the earliest spans of groups in each bucket. */
export interface SpanPick extends Pick<SpanGrouping, 'selection' | 'by'> {
  readonly time: TimeBuckets;
  /** The groups whose spans may be picked. In a bucket, at most one span of a trace is picked for each series. */
  readonly groups: readonly { readonly id: string; readonly series: number }[];
  /** True if spans without a duration are left out. */
  readonly needsDuration: boolean;
  /** Maximum number of spans in a bucket. */
  readonly perBucket: number;
}

export interface PickedSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly start_time: bigint;
  readonly span_name: string;
  /** Index of the span's group in `SpanPick.groups`. */
  readonly group: number;
  readonly duration: bigint;
}
