import type { StoredSpan } from '@spanhouse/span-row';
import type { TimeBuckets } from './span-aggregation.js';
import type { SpanSelection } from './trace-reader.js';

/** A part of a span that has attributes; `attributes` are its own, with `ag` complete. */
export type AttributedPart = 'attributes' | 'resource' | 'scope' | 'events' | 'links';

/** An expression that spans are grouped by. A duration is in ns, and 0 if the span ends before it starts. */
export type GroupingKey =
  | { readonly kind: 'span_name' | 'span_kind' | 'status_code' | 'status_message' }
  /** The name of the service; the whole resource for a span whose service is not a string. */
  | { readonly kind: 'service' }
  /** The whole resource. */
  | { readonly kind: 'resource' }
  /**
   * The scalar or list at a dotted path of the attributes. All attributes for a span in which another path may have the
   * same dotted key, or whose value ClickHouse cannot represent exactly. The path MUST NOT contain a number or
   * `_conflicts`, and MUST NOT lead into `ag.type` or `ag.metrics`.
   */
  | { readonly kind: 'attribute'; readonly key: string }
  /** True if the span has no parent id. */
  | { readonly kind: 'is_root' }
  /** The position of the duration among the bounds, which MUST NOT be negative. */
  | { readonly kind: 'duration'; readonly bounds: readonly bigint[] }
  /** The smallest power of two that the duration does not exceed. */
  | { readonly kind: 'duration_bucket' };

/** Selects current spans and the keys to group them by. */
export interface SpanGrouping {
  readonly selection: Omit<SpanSelection, 'limit'> & { readonly order: 'descending' };
  readonly by: readonly GroupingKey[];
  /** Groups by the structure of this part as well. */
  readonly structure: AttributedPart | undefined;
  /** Undefined puts all spans into bucket 0. */
  readonly time: TimeBuckets | undefined;
  /** Maximum number of durations that an answer lists; 0 if none are needed. If there are more, it lists none. */
  readonly maxDurations: number;
  /** Maximum number of buckets of all groups together. */
  readonly limit: number;
}

/** Spans with equal keys, and with the same structure if the grouping names a part. */
export interface SpanGroup {
  /** Identifies the group among the groups of the same keys. */
  readonly id: string;
  /**
   * The members that the keys determine. `resource` has all attributes or the name of the service only; a `parent_id`
   * shows that the spans have one, not its value.
   */
  readonly columns: Partial<
    Pick<StoredSpan, 'span_name' | 'span_kind' | 'status_code' | 'status_message'>
  > &
    Pick<Partial<StoredSpan>, 'resource' | 'parent_id'>;
  readonly attributes: GroupedAttributes;
  /** The JSON text of the part with empty strings, 0 for numbers and true for booleans; `''` without the part. */
  readonly structure: string;
  /** Number of spans in all buckets. */
  readonly count: number;
  /** The duration of one of the spans. */
  readonly duration: bigint;
  /** One entry per bucket with spans. */
  readonly buckets: readonly GroupBucket[];
}

/** The values of the attribute keys of a group. */
export interface GroupedAttributes {
  /** A JSON object with the values by dotted key; if `isComplete`, all stored attributes. */
  readonly json: string;
  readonly isComplete: boolean;
  /** Keys whose values are longer than any string of 256 characters, and missing from `json`. */
  readonly truncated: readonly { readonly key: string; readonly isString: boolean }[];
}

/** Number and durations of a group's spans in a bucket of time. */
export interface GroupBucket {
  readonly bucket: number;
  readonly count: number;
  readonly minDuration: bigint;
  readonly maxDuration: bigint;
  readonly totalDuration: bigint;
  /** In any order; empty if they are not needed or too many. */
  readonly durations: readonly number[];
}

/** Selects the earliest spans of groups in each bucket. */
export interface SpanPick extends Pick<SpanGrouping, 'selection' | 'by'> {
  readonly time: TimeBuckets;
  /** The groups whose spans may be picked. At most one span of a trace is picked for each series in a bucket. */
  readonly groups: readonly { readonly id: string; readonly series: number }[];
  /** Leaves out spans without a duration. */
  readonly needsDuration: boolean;
  /** Maximum number of spans of a bucket. */
  readonly perBucket: number;
}

export interface PickedSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly start_time: bigint;
  readonly span_name: string;
  /** Index of its group in `SpanPick.groups`. */
  readonly group: number;
  readonly duration: bigint;
}
