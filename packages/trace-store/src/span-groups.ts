import type { StoredSpan } from '@spanhouse/span-row';
import type { TimeBuckets } from './span-aggregation.js';
import type { SpanSelection } from './trace-reader.js';

/**
 * A part of a span that has attributes. `attributes` refers to the attributes of the span itself, including all of
 * `ag`.
 */
export type AttributedPart = 'attributes' | 'resource' | 'scope' | 'events' | 'links';

/** An expression by which spans are grouped. Durations are in ns and count as 0 if a span ends before it starts. */
export type GroupingKey =
  | { readonly kind: 'span_name' | 'span_kind' | 'status_code' | 'status_message' }
  /** Name of the service, or the complete resource if the name is not a string. */
  | { readonly kind: 'service' }
  /** The complete resource. */
  | { readonly kind: 'resource' }
  /**
   * The scalar or list at a dotted attribute path. All attributes of a span are used instead if another path of the
   * span may have the same dotted key, or if ClickHouse cannot represent the value exactly. The path MUST NOT contain a
   * number or `_conflicts`, and MUST NOT lead into `ag.type` or `ag.metrics`.
   */
  | { readonly kind: 'attribute'; readonly key: string }
  /** True if the span has no parent id. */
  | { readonly kind: 'is_root' }
  /**
   * Position of the duration among the bounds: the number of bounds that it equals or exceeds, plus the number that it
   * exceeds. The bounds MUST NOT be negative.
   */
  | { readonly kind: 'duration'; readonly bounds: readonly bigint[] }
  /** The smallest power of two that is at least the duration. */
  | { readonly kind: 'duration_bucket' };

/** A selection of current spans, and the keys by which they are grouped. */
export interface SpanGrouping {
  readonly selection: Omit<SpanSelection, 'limit'> & { readonly order: 'descending' };
  readonly by: readonly GroupingKey[];
  /** The part of each span whose structure is an additional key; undefined if the structure is not a key. */
  readonly structure: AttributedPart | undefined;
  /** Buckets of start times. If undefined, all spans are in bucket 0. */
  readonly time: TimeBuckets | undefined;
  /**
   * Maximum number of durations in the answer; 0 if they are not needed. If the limit is exceeded, the answer contains
   * no durations.
   */
  readonly maxDurations: number;
  /** Maximum total number of buckets in all groups. */
  readonly limit: number;
}

/** Spans that have equal keys and, if `structure` is set, equal structures. */
export interface SpanGroup {
  /** Id of the group. It is unique among groups with the same keys. */
  readonly id: string;
  /**
   * Members of a span that the keys determine. `resource` contains all attributes or only the service name. `parent_id`
   * only shows whether the spans have a parent; its value has no meaning.
   */
  readonly columns: Partial<
    Pick<StoredSpan, 'span_name' | 'span_kind' | 'status_code' | 'status_message'>
  > &
    Pick<Partial<StoredSpan>, 'resource' | 'parent_id'>;
  readonly attributes: GroupedAttributes;
  /**
   * JSON of the part with empty strings, 0 for each number and true for each boolean; `''` if the grouping uses no
   * structure.
   */
  readonly structure: string;
  /** Total number of spans in all buckets. */
  readonly count: number;
  /** Duration of one of the spans. */
  readonly duration: bigint;
  /** The buckets that contain spans. */
  readonly buckets: readonly GroupBucket[];
}

/** Values of the group's attribute keys. */
export interface GroupedAttributes {
  /** A JSON object that contains the values by dotted key, or all stored attributes if `isComplete` is true. */
  readonly json: string;
  readonly isComplete: boolean;
  /** Keys whose values are too long for `json`. A string of at most 256 characters is never too long. */
  readonly truncated: readonly { readonly key: string; readonly isString: boolean }[];
}

/** The number and durations of a group's spans in one time bucket. */
export interface GroupBucket {
  readonly bucket: number;
  readonly count: number;
  readonly minDuration: bigint;
  readonly maxDuration: bigint;
  readonly totalDuration: bigint;
  /** The durations, in any order; empty if they are not needed or if there are too many. */
  readonly durations: readonly number[];
}

/** A request for the earliest spans of given groups in each bucket. */
export interface SpanPick extends Pick<SpanGrouping, 'selection' | 'by'> {
  readonly time: TimeBuckets;
  /** The groups whose spans may be picked. For each bucket, trace and series, at most one span is picked. */
  readonly groups: readonly { readonly id: string; readonly series: number }[];
  /** True if only spans that have a duration are picked. */
  readonly needsDuration: boolean;
  /** Maximum number of spans per bucket. */
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
