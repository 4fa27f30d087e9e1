import type { StoredSpan } from '@spanhouse/span-row';
import type { AttributeSource, FilterExpression, MetricType } from '@spanhouse/span-schema';
import type { ReadCost } from './read-cost.js';
import type { SpanAggregate, SpanAggregation } from './span-aggregation.js';
import type { PickedSpan, SpanGroup, SpanGrouping, SpanPick } from './span-groups.js';
import type { SpanSelection } from './trace-reader.js';

/** A selection of the spans to analyse. Its bounds have the same meaning as in a list with the same order. */
export type RowSelection = Omit<SpanSelection, 'limit'>;

/** A sample of the newest spans in a descending selection. A filter divides it into two groups. */
export interface SpanSample {
  readonly selection: RowSelection;
  readonly limit: number;
  /** The filter that divides the sample; if it is undefined, all spans count as selected. */
  readonly split: FilterExpression | undefined;
}

/** A span in a sample, with the values by which the two groups are compared. */
export interface SampledSpan
  extends Pick<StoredSpan, 'status_code' | 'span_type' | 'span_kind' | 'span_name'> {
  /** True if the span matches `SpanSample.split`. */
  readonly is_selected: boolean;
  readonly service_name: string | undefined;
  /** The attributes as JSON, including the type and metrics of the span in `ag`. */
  readonly attributes: string;
}

/**
 * A time range that is divided into buckets. The first bucket begins at `oldest`, which is inclusive; `newest` is
 * exclusive.
 */
export interface BucketSelection extends Omit<RowSelection, 'order'> {
  readonly oldest: bigint;
  readonly newest: bigint;
  readonly bucketNs: bigint;
}

/** A metric to measure in each trace. Its value is at a dotted path from the root of `attributes`. */
export interface MetricSpec {
  readonly type: MetricType;
  readonly path: string;
  /**
   * Number of bins for a continuous metric, from the minimum to the maximum. The default is the square root of the
   * number of values.
   */
  readonly bins?: number | undefined;
  readonly vmin?: number | undefined;
  readonly vmax?: number | undefined;
  /** False if the first and last bins are centred on the bounds. */
  readonly edge?: boolean | undefined;
}

export interface ValueCount<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Summary of one metric's values in a bucket. Values of another type are not counted. */
export type MetricSummary =
  | {
      readonly type: 'numeric/continuous';
      readonly count: number;
      readonly min: number;
      readonly max: number;
      readonly sum: number;
      /** One percentile for each level in `PERCENTILES`. */
      readonly percentiles: readonly number[];
      /** Number of values by bin number, from 0. Bins that are missing contain no values. */
      readonly binCounts: ReadonlyMap<number, number>;
    }
  | { readonly type: 'numeric/discrete'; readonly values: readonly ValueCount<number>[] }
  | {
      readonly type: 'categorical/single' | 'categorical/multiple';
      readonly values: readonly ValueCount<string>[];
    }
  | { readonly type: 'binary'; readonly trueCount: number; readonly falseCount: number }
  | { readonly type: 'string' | 'json'; readonly count: number };

export interface MetricBucket {
  /** Index of the bucket. Buckets without traces are omitted. */
  readonly index: number;
  /** One summary for each spec; undefined if no trace has a value. */
  readonly metrics: readonly (MetricSummary | undefined)[];
}

/** Sums for a bucket. Durations are in ms. A sum is undefined if no entry has a number for it. */
export interface BucketSums {
  readonly count: number;
  readonly duration: number | undefined;
  readonly costs: number | undefined;
  readonly tokens: number | undefined;
}

export interface SumBucket {
  readonly index: number;
  readonly total: BucketSums;
  /** The same sums, only for entries with an event named `exception`. */
  readonly errors: BucketSums;
}

/** A position in a list of sessions or users. */
export interface ActorPosition {
  /** Start time of the actor's first span in the window, or of its last span if `isLatest` is true. */
  readonly time: bigint;
  readonly id: string;
}

export interface ActorSelection extends SpanSelection {
  readonly actor: 'session' | 'user';
  readonly isLatest: boolean;
  readonly after: ActorPosition | undefined;
  readonly withSummaries: boolean;
}

interface TokensOrCosts {
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
}

/** Totals of all traces in which the actor has a span within the window. All spans of these traces count. */
export interface ActorSummary {
  readonly traces: number;
  readonly firstTime: bigint;
  readonly lastTime: bigint;
  readonly tokens: TokensOrCosts;
  readonly costs: TokensOrCosts;
  readonly errors: number;
}

export interface ActorPage {
  readonly actors: readonly (ActorPosition & { readonly summary: ActorSummary | undefined })[];
  readonly hasMore: boolean;
}

/** All days that overlap a range of start times. */
export interface DayRange {
  readonly project_id: string;
  /** Lower bound of the start time, inclusive. */
  readonly oldest: bigint | undefined;
  /** Upper bound of the start time, exclusive. */
  readonly newest: bigint | undefined;
}

/** The number of spans that start on one UTC day (`YYYY-MM-DD`). */
export interface DayCount {
  readonly day: string;
  readonly spans: number;
}

export interface AttributeRange extends DayRange {
  readonly source: AttributeSource;
  /** The end of the visible part of the log in each partition. It does not affect the counts of span keys. */
  readonly snapshot: readonly bigint[];
  /** Prefix of the listed keys or values. */
  readonly prefix: string;
  readonly limit: number;
}

/** A key, and for each scalar type the number of spans that have such a value at the key. */
export interface AttributeKey {
  readonly key: string;
  readonly types: Readonly<Record<'string' | 'number' | 'boolean', number>>;
}

export interface AttributeValue {
  /** JSON of the value, which is a string, number or boolean. */
  readonly json: string;
  readonly count: number;
}

/**
 * Computes results over many spans in ClickHouse.
 *
 * - Among the versions of a span within the snapshot, MUST count only the last received version, regardless of merges
 *   in ClickHouse. MUST NOT count deleted or expired spans.
 * - A trace is represented by its first root: the first span without a parent in the order (start_time, span_id). The
 *   filter and the bounds apply to this span.
 * - The cumulative tokens, costs and errors of a trace are sums over all its spans except echoes. If a sum is zero, the
 *   number comes from the topmost wrappers, or else from the numbers that were submitted with the first root.
 * - Rejects with AppError CLICKHOUSE_UNAVAILABLE (retryable) or DEADLINE_EXCEEDED. Aborting `signal` cancels the
 *   statements in ClickHouse.
 */
export interface TraceAnalytics {
  /** Returns the buckets in the order of their index. */
  measureTraces(
    selection: BucketSelection,
    specs: readonly MetricSpec[],
    signal: AbortSignal,
  ): Promise<readonly MetricBucket[]>;
  /** Sums the cumulative costs and tokens of traces, or the incremental costs and tokens of spans. */
  sumBuckets(
    selection: BucketSelection,
    focus: 'trace' | 'span',
    signal: AbortSignal,
  ): Promise<readonly SumBucket[]>;
  /** Aggregates spans by their own numbers, or traces by their cumulative tokens, costs and errors. */
  aggregateSpans(aggregation: SpanAggregation, signal: AbortSignal): Promise<SpanAggregate>;
  /** Groups the selected spans by keys and time. Resolves with undefined if the number of buckets exceeds the limit. */
  groupSpans(
    grouping: SpanGrouping,
    signal: AbortSignal,
  ): Promise<readonly SpanGroup[] | undefined>;
  /**
   * Picks the first spans of each bucket, ordered by (start_time, trace_id, span_id). The buckets are in any order.
   */
  pickSpans(pick: SpanPick, signal: AbortSignal): Promise<readonly PickedSpan[]>;
  /** Counts the traces that have a selected span. */
  countTraces(selection: RowSelection, signal: AbortSignal): Promise<number>;
  /**
   * Reads the newest selected spans in the order (start_time, trace_id, span_id). Portions may arrive in any order.
   * Resolves with true if the selection has more spans than the limit.
   */
  sampleSpans(
    sample: SpanSample,
    onSpans: (spans: readonly SampledSpan[]) => void,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Lists the distinct actor ids in the spans, ordered by (time, id) in the direction of the selection. */
  listActors(selection: ActorSelection, signal: AbortSignal): Promise<ActorPage>;
  /**
   * Lists keys, ordered by descending count and then by key.
   *
   * - Keys of spans are counted for whole days of start times. A span that was sent again counts again, and a deleted
   *   span counts until it would have expired.
   * - Among the spans in the range that have the part, keys of parts are counted in the newest million.
   */
  listAttributeKeys(range: AttributeRange, signal: AbortSignal): Promise<readonly AttributeKey[]>;
  /**
   * Lists values, ordered by descending count and then by value. Among the spans in the range that may have the key,
   * values are counted in the newest million.
   */
  listAttributeValues(
    range: AttributeRange & { readonly key: string },
    signal: AbortSignal,
  ): Promise<readonly AttributeValue[]>;
  /**
   * Lists the days that have spans, in ascending order. Spans are counted in the same way as `listAttributeKeys` counts
   * keys of spans.
   */
  listSpansByDay(range: DayRange, signal: AbortSignal): Promise<readonly DayCount[]>;
  /**
   * Lists at most `limit` services that have spans, in any order; `''` represents spans without a service. The list
   * shows the state at the time of the read, regardless of snapshots.
   */
  listServices(
    wanted: { readonly project_id: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /**
   * Resolves with the time at which the project's first span arrived, in ns since 1970, or undefined if the project has
   * no spans. Deleted spans count until they would have expired.
   */
  firstReceivedAt(projectId: string, signal: AbortSignal): Promise<bigint | undefined>;
  /** Returns the same analytics, which also pass the cost of every answered statement to `onCost`. */
  measured(onCost: (cost: ReadCost) => void): TraceAnalytics;
  close(): Promise<void>;
}
