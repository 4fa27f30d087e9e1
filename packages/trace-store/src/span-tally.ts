import type { TimeBuckets } from './span-aggregation.js';
import type { SpanSelection } from './trace-reader.js';

/** What stands for the text of an attribute that is too long: that of one text, or any other. */
export const longTexts = { value: '"', other: '!' } as const;

/** Parts of a span that have attributes; `attributes` are its own, with `ag` complete. */
export type AttributedPart = 'attributes' | 'resource' | 'scope' | 'events' | 'links';

/** What tells spans apart that are tallied together. Durations are in ns; an end before the start counts as none. */
export type TallyKey =
  | { readonly kind: 'span_name' | 'span_kind' | 'status_code' }
  /** `''` for none. */
  | { readonly kind: 'status_message' }
  /** `=` and the name of the service; of a span that has none, the JSON text of its resource, or `''`. */
  | { readonly kind: 'service' }
  /** The JSON text of the resource; `''` for none. */
  | { readonly kind: 'resource' }
  /**
   * `=` and the JSON text of the scalar or list at a path of the attributes, `=` alone for anything else. Of a span in
   * which the same dotted key may lead elsewhere, or whose value is no plain text, the JSON text of its attributes.
   * One of `longTexts` if that is longer than any text of 256 characters. The path MUST NOT have a name that is a
   * number or `_conflicts`, and MUST NOT lead into `ag.type` or `ag.metrics`.
   */
  | { readonly kind: 'attribute'; readonly key: string }
  /**
   * The JSON text of a part, with every text empty, every number 0 and every bool true; `''` for none. MUST NOT be a
   * key of a `SpanPick`.
   */
  | { readonly kind: 'structure'; readonly of: AttributedPart }
  /** `1` for a span without a parent id, else `0`. */
  | { readonly kind: 'is_top' }
  /** How many of these the duration reaches, and how many it exceeds, together; bounds MUST NOT be negative. */
  | { readonly kind: 'duration'; readonly bounds: readonly bigint[] }
  /** The least power of two that is not below the duration. */
  | { readonly kind: 'duration_bucket' };

/** Spans of a descending selection, to be tallied by time and by keys. */
export interface SpanTally {
  readonly selection: Omit<SpanSelection, 'limit'> & { readonly order: 'descending' };
  /** Undefined = all spans are in bucket 0. */
  readonly time: TimeBuckets | undefined;
  readonly keys: readonly TallyKey[];
  /** The most durations that an answer lists, 0 if none are needed. Where there are more spans, it lists none. */
  readonly maxDurations: number;
  /** The most rows of an answer. */
  readonly limit: number;
}

/** Spans of a bucket with equal keys, with the sums of their durations. */
export interface TallyRow {
  readonly bucket: number;
  readonly keys: readonly string[];
  readonly count: number;
  readonly least: bigint;
  readonly most: bigint;
  readonly sum: bigint;
  /** In any order; empty where they are not needed, or too many. */
  readonly durations: readonly number[];
}

/** Spans of some keys, of which the earliest of each bucket are wanted. */
export interface SpanPick extends Omit<SpanTally, 'time' | 'maxDurations' | 'limit'> {
  readonly time: TimeBuckets;
  /** The keys of the spans that may be picked, with the number of the group to which they belong. */
  readonly classes: readonly { readonly keys: readonly string[]; readonly group: number }[];
  /** Leaves out spans without a duration. */
  readonly needsDuration: boolean;
  /** The most spans of a bucket; of a trace and a group only the earliest counts. */
  readonly perBucket: number;
}

export interface PickedSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly start_time: bigint;
  readonly span_name: string;
  /** The index of its class. */
  readonly classIndex: number;
  readonly duration: bigint;
}
