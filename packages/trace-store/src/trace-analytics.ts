import type { StoredSpan } from '@spanhouse/span-row';
import type { AttributeSource, FilterExpression, MetricType } from '@spanhouse/span-schema';
import type { ReadCost } from './read-cost.js';
import type { SpanAggregate, SpanAggregation } from './span-aggregation.js';
import type { PickedSpan, SpanGroup, SpanGrouping, SpanPick } from './span-groups.js';
import type { SpanSelection } from './trace-reader.js';

/** Selects the spans that count. The bounds are the bounds of a list in the same order. */
export type RowSelection = Omit<SpanSelection, 'limit'>;

/** Selects the newest spans of a descending selection, and divides them by a filter. */
export interface SpanSample {
  readonly selection: RowSelection;
  readonly limit: number;
  /** The dividing filter; undefined = every span is selected. */
  readonly split: FilterExpression | undefined;
}

/** A span with the values to compare. */
export interface SampledSpan
  extends Pick<StoredSpan, 'status_code' | 'span_type' | 'span_kind' | 'span_name'> {
  /** True if the span matches the dividing filter. */
  readonly is_selected: boolean;
  readonly service_name: string | undefined;
  /** JSON text with the type and the metrics of the span in `ag`. */
  readonly attributes: string;
}

/** A range divided into buckets. The first bucket begins at `oldest`, which is inclusive; `newest` is exclusive. */
export interface BucketSelection extends Omit<RowSelection, 'order'> {
  readonly oldest: bigint;
  readonly newest: bigint;
  readonly bucketNs: bigint;
}

/** Selects one value of each trace, at a dotted path from the root of `attributes`. */
export interface MetricSpec {
  readonly type: MetricType;
  readonly path: string;
  /**
   * Number of bins of a continuous metric; if absent, the square root of the number of values, from minimum to maximum.
   */
  readonly bins?: number | undefined;
  readonly vmin?: number | undefined;
  readonly vmax?: number | undefined;
  /** False centres the first and last bin on the bounds. */
  readonly edge?: boolean | undefined;
}

export interface ValueCount<Value> {
  readonly value: Value;
  readonly count: number;
}

/** The values of one metric in a bucket; values of other types are not counted. */
export type MetricSummary =
  | {
      readonly type: 'numeric/continuous';
      readonly count: number;
      readonly min: number;
      readonly max: number;
      readonly sum: number;
      /** One value per level of `PERCENTILES`. */
      readonly percentiles: readonly number[];
      /** By bin, from 0; missing bins are empty. */
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
  /** Index of the bucket; buckets without traces are omitted. */
  readonly index: number;
  /** One summary per spec; undefined if no trace has a value. */
  readonly metrics: readonly (MetricSummary | undefined)[];
}

/** Sums, which are undefined if no entry has such a number. Durations are in ms. */
export interface BucketSums {
  readonly count: number;
  readonly duration: number | undefined;
  readonly costs: number | undefined;
  readonly tokens: number | undefined;
}

export interface SumBucket {
  readonly index: number;
  readonly total: BucketSums;
  /** The same for entries with an event named `exception`. */
  readonly errors: BucketSums;
}

/** A position in a list of sessions or users. */
export interface ActorPosition {
  /** The time of its first span in the window, or with `isLatest` of its last one. */
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

/** The totals of all traces with a span of the actor in the window; each trace counts completely. */
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

/** The days that overlap a range of start times. */
export interface DayRange {
  readonly project_id: string;
  /** Inclusive. */
  readonly oldest: bigint | undefined;
  /** Exclusive. */
  readonly newest: bigint | undefined;
}

/** The number of spans that start on a UTC day, `YYYY-MM-DD`. */
export interface DayCount {
  readonly day: string;
  readonly spans: number;
}

export interface AttributeRange extends DayRange {
  readonly source: AttributeSource;
  /** The visible part of the log; counts of span keys ignore it. */
  readonly snapshot: readonly bigint[];
  /** Prefix of the keys, or of the texts of the values. */
  readonly prefix: string;
  readonly limit: number;
}

/** Number of spans with each type of scalar at the key. */
export interface AttributeKey {
  readonly key: string;
  readonly types: Readonly<Record<'string' | 'number' | 'boolean', number>>;
}

export interface AttributeValue {
  /** JSON text of a string, number or boolean. */
  readonly json: string;
  readonly count: number;
}

/**
 * Computes over many spans in ClickHouse.
 *
 * - MUST count one version of each span, the one last received within the snapshot, and no deleted or expired spans,
 *   whichever parts are merged.
 * - A trace counts by its first root: the span without a parent that is first by (start_time, span_id). The filter and
 *   the bounds apply to this span.
 * - Cumulative tokens, costs and errors of a trace are the sums over all its spans without echoes. If a sum is zero, it
 *   comes from the topmost wrappers, and otherwise from the submitted numbers of the first root.
 * - Rejects with AppError CLICKHOUSE_UNAVAILABLE (retryable) or DEADLINE_EXCEEDED. Aborting `signal` cancels the
 *   statements in ClickHouse.
 */
export interface TraceAnalytics {
  /** Returns the buckets by ascending index. */
  measureTraces(
    selection: BucketSelection,
    specs: readonly MetricSpec[],
    signal: AbortSignal,
  ): Promise<readonly MetricBucket[]>;
  /** Sums the cumulative costs and tokens of the same traces, or the incremental ones of every span. */
  sumBuckets(
    selection: BucketSelection,
    focus: 'trace' | 'span',
    signal: AbortSignal,
  ): Promise<readonly SumBucket[]>;
  /** Aggregates spans with their own numbers, or traces with their cumulative tokens, costs and errors. */
  aggregateSpans(aggregation: SpanAggregation, signal: AbortSignal): Promise<SpanAggregate>;
  /** Groups the selected spans by keys and time; undefined if there are more buckets than the limit. */
  groupSpans(
    grouping: SpanGrouping,
    signal: AbortSignal,
  ): Promise<readonly SpanGroup[] | undefined>;
  /** Picks the earliest spans of each bucket by (start_time, trace_id, span_id). Buckets are in any order. */
  pickSpans(pick: SpanPick, signal: AbortSignal): Promise<readonly PickedSpan[]>;
  /** Counts the traces with a selected span. */
  countTraces(selection: RowSelection, signal: AbortSignal): Promise<number>;
  /**
   * Reads the newest selected spans, by (start_time, trace_id, span_id), in portions in any order. Resolves with true
   * if there are more spans.
   */
  sampleSpans(
    sample: SpanSample,
    onSpans: (spans: readonly SampledSpan[]) => void,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Lists the distinct actor ids of spans, by (time, id) in the order of the selection. */
  listActors(selection: ActorSelection, signal: AbortSignal): Promise<ActorPage>;
  /**
   * Lists keys by descending count, then by key. Span keys are counted per day of receipt: a span that was sent again
   * counts again, and a deleted one counts until it would have expired. Part keys come from the newest million spans of
   * the range that have the part.
   */
  listAttributeKeys(range: AttributeRange, signal: AbortSignal): Promise<readonly AttributeKey[]>;
  /**
   * Lists values of the newest million spans of the range that may have the key, by descending count, then by value.
   */
  listAttributeValues(
    range: AttributeRange & { readonly key: string },
    signal: AbortSignal,
  ): Promise<readonly AttributeValue[]>;
  /** Lists the days with spans, ascending; counted as span keys are. */
  listSpansByDay(range: DayRange, signal: AbortSignal): Promise<readonly DayCount[]>;
  /**
   * Lists at most `limit` services that recorded spans, in any order; `''` means spans without a service. Shows the
   * state at the time of the read, regardless of snapshots.
   */
  listServices(
    wanted: { readonly project_id: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /**
   * Resolves with the arrival of the project's first span, in ns since 1970; undefined before it. Deleted spans
   * count until they would have expired.
   */
  firstReceivedAt(projectId: string, signal: AbortSignal): Promise<bigint | undefined>;
  /** Returns the same analytics, which report the cost of every answered statement to `onCost`. */
  measured(onCost: (cost: ReadCost) => void): TraceAnalytics;
  close(): Promise<void>;
}
