import type { StoredSpan } from '@spanhouse/span-row';
import type { AttributeSource, FilterExpression, MetricType } from '@spanhouse/span-schema';
import type { ReadCost } from './read-cost.js';
import type { SpanAggregate, SpanAggregation } from './span-aggregation.js';
import type { PickedSpan, SpanGroup, SpanGrouping, SpanPick } from './span-groups.js';
import type { SpanSelection } from './trace-reader.js';

/** A selection of the spans that count. The bounds have the same meaning as in a list of the same order. */
export type RowSelection = Omit<SpanSelection, 'limit'>;

/** A sample of the newest spans of a descending selection, which a filter divides into two groups. */
export interface SpanSample {
  readonly selection: RowSelection;
  readonly limit: number;
  /** The dividing filter; if it is undefined, every span counts as selected. */
  readonly split: FilterExpression | undefined;
}

/** A span of a sample with the values to compare. */
export interface SampledSpan
  extends Pick<StoredSpan, 'status_code' | 'span_type' | 'span_kind' | 'span_name'> {
  /** True if the span matches the dividing filter. */
  readonly is_selected: boolean;
  readonly service_name: string | undefined;
  /** The attributes as JSON. `ag` contains the type and the metrics of the span. */
  readonly attributes: string;
}

/**
 * A range that is divided into buckets. The first bucket begins at `oldest`, which is inclusive; `newest` is exclusive.
 */
export interface BucketSelection extends Omit<RowSelection, 'order'> {
  readonly oldest: bigint;
  readonly newest: bigint;
  readonly bucketNs: bigint;
}

/** A metric that is measured in each trace. Its value is at a dotted path from the root of `attributes`. */
export interface MetricSpec {
  readonly type: MetricType;
  readonly path: string;
  /**
   * Number of bins of a continuous metric. The default is the square root of the number of values, with bins from
   * minimum to maximum.
   */
  readonly bins?: number | undefined;
  readonly vmin?: number | undefined;
  readonly vmax?: number | undefined;
  /** False if the first and the last bin are centred on the bounds. */
  readonly edge?: boolean | undefined;
}

export interface ValueCount<Value> {
  readonly value: Value;
  readonly count: number;
}

/** The summary of the values of one metric in a bucket. Values of other types are not counted. */
export type MetricSummary =
  | {
      readonly type: 'numeric/continuous';
      readonly count: number;
      readonly min: number;
      readonly max: number;
      readonly sum: number;
      /** The percentiles, one for each level of `PERCENTILES`. */
      readonly percentiles: readonly number[];
      /** Number of values by bin. Bins are numbered from 0, and missing bins are empty. */
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
  /** The summaries, one for each spec; undefined if no trace has a value. */
  readonly metrics: readonly (MetricSummary | undefined)[];
}

/** Sums of a bucket. A sum is undefined if no entry has such a number. Durations are in ms. */
export interface BucketSums {
  readonly count: number;
  readonly duration: number | undefined;
  readonly costs: number | undefined;
  readonly tokens: number | undefined;
}

export interface SumBucket {
  readonly index: number;
  readonly total: BucketSums;
  /** The same sums for entries with an event named `exception`. */
  readonly errors: BucketSums;
}

/** A position in a list of sessions or users. */
export interface ActorPosition {
  /** Time of the actor's first span in the window, or of its last span if `isLatest` is true. */
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

/** The totals of all traces that have a span of the actor in the window. Each trace counts completely. */
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
  /** Inclusive lower bound of the start. */
  readonly oldest: bigint | undefined;
  /** Exclusive upper bound of the start. */
  readonly newest: bigint | undefined;
}

/** The number of spans that start on a UTC day. The day has the form `YYYY-MM-DD`. */
export interface DayCount {
  readonly day: string;
  readonly spans: number;
}

export interface AttributeRange extends DayRange {
  readonly source: AttributeSource;
  /** The visible part of the log. Counts of span keys ignore it. */
  readonly snapshot: readonly bigint[];
  /** Prefix that the keys, or the texts of the values, must have. */
  readonly prefix: string;
  readonly limit: number;
}

/** A key, and the number of spans with each type of scalar at the key. */
export interface AttributeKey {
  readonly key: string;
  readonly types: Readonly<Record<'string' | 'number' | 'boolean', number>>;
}

export interface AttributeValue {
  /** The value, a string, number or boolean, as JSON. */
  readonly json: string;
  readonly count: number;
}

/**
 * Computes results over many spans in ClickHouse.
 *
 * - MUST count one version of each span, the version that was received last within the snapshot, and no deleted or
 *   expired spans, whichever parts are merged.
 * - A trace counts by its first root, which is the first span without a parent in the order (start_time, span_id). The
 *   filter and the bounds apply to this span.
 * - Cumulative tokens, costs and errors of a trace are the sums over all its spans without echoes. If a sum is zero,
 *   the number comes from the topmost wrappers, or else from the submitted numbers of the first root.
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
  /** Sums the cumulative costs and tokens of traces, or the incremental costs and tokens of all spans. */
  sumBuckets(
    selection: BucketSelection,
    focus: 'trace' | 'span',
    signal: AbortSignal,
  ): Promise<readonly SumBucket[]>;
  /** Aggregates spans with their own numbers, or traces with their cumulative tokens, costs and errors. */
  aggregateSpans(aggregation: SpanAggregation, signal: AbortSignal): Promise<SpanAggregate>;
  /** Groups the selected spans by keys and time. Resolves with undefined if the number of buckets exceeds the limit. */
  groupSpans(
    grouping: SpanGrouping,
    signal: AbortSignal,
  ): Promise<readonly SpanGroup[] | undefined>;
  /**
   * Picks the earliest spans of each bucket in the order (start_time, trace_id, span_id). The buckets are in any order.
   */
  pickSpans(pick: SpanPick, signal: AbortSignal): Promise<readonly PickedSpan[]>;
  /** Counts the traces with a selected span. */
  countTraces(selection: RowSelection, signal: AbortSignal): Promise<number>;
  /**
   * Reads the newest selected spans in the order (start_time, trace_id, span_id). Portions arrive in any order.
   * Resolves with true if more spans exist.
   */
  sampleSpans(
    sample: SpanSample,
    onSpans: (spans: readonly SampledSpan[]) => void,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Lists the distinct actor ids of spans by (time, id), in the direction of the selection. */
  listActors(selection: ActorSelection, signal: AbortSignal): Promise<ActorPage>;
  /**
   * Lists keys by descending count, then by key. Span keys are counted per day of receipt: a span that was sent again
   * counts again, and a deleted span counts until it would have expired. Part keys come from the newest million spans
   * of the range that have the part.
   */
  listAttributeKeys(range: AttributeRange, signal: AbortSignal): Promise<readonly AttributeKey[]>;
  /**
   * Lists values by descending count, then by value. The values come from the newest million spans of the range that
   * may have the key.
   */
  listAttributeValues(
    range: AttributeRange & { readonly key: string },
    signal: AbortSignal,
  ): Promise<readonly AttributeValue[]>;
  /** Lists the days with spans in ascending order. Spans are counted like span keys. */
  listSpansByDay(range: DayRange, signal: AbortSignal): Promise<readonly DayCount[]>;
  /**
   * Lists at most `limit` services that recorded spans, in any order; `''` represents spans without a service. Shows
   * the state at the time of the read, regardless of snapshots.
   */
  listServices(
    wanted: { readonly project_id: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /**
   * Resolves with the arrival of the project's first span, in ns since 1970, or undefined if no span has arrived.
   * Deleted spans count until they would have expired.
   */
  firstReceivedAt(projectId: string, signal: AbortSignal): Promise<bigint | undefined>;
  /** Returns the same analytics with reports: `onCost` receives the cost of every answered statement. */
  measured(onCost: (cost: ReadCost) => void): TraceAnalytics;
  close(): Promise<void>;
}
