import type { StoredSpan } from '@spanhouse/span-row';
import type { AttributeSource, FilterExpression, MetricType } from '@spanhouse/span-schema';
import type { ReadCost } from './read-cost.js';
import type { SpanAggregate, SpanAggregation } from './span-aggregation.js';
import type { PickedSpan, SpanGroup, SpanGrouping, SpanPick } from './span-groups.js';
import type { SpanSelection } from './trace-reader.js';

/** Which spans count; bounds as those of a list in the same order. */
export type RowSelection = Omit<SpanSelection, 'limit'>;

/** The newest spans of a descending selection, and what divides them. */
export interface SpanSample {
  readonly selection: RowSelection;
  readonly limit: number;
  /** Undefined = every span is selected. */
  readonly split: FilterExpression | undefined;
}

/** A span with the values that are compared. */
export interface SampledSpan
  extends Pick<StoredSpan, 'status_code' | 'span_type' | 'span_kind' | 'span_name'> {
  /** Whether it satisfies the filter that divides the sample. */
  readonly is_selected: boolean;
  readonly service_name: string | undefined;
  /** JSON text, with the type and the metrics of the span in `ag`. */
  readonly attributes: string;
}

/** A range cut into buckets; `oldest` is inclusive and where the first begins, `newest` exclusive. */
export interface BucketSelection extends Omit<RowSelection, 'order'> {
  readonly oldest: bigint;
  readonly newest: bigint;
  readonly bucketNs: bigint;
}

/** One value of each trace: what is at `path`, a dotted path from the root of `attributes`. */
export interface MetricSpec {
  readonly type: MetricType;
  readonly path: string;
  /** Of a continuous metric: absent = the square root of the number of values, and their extremes. */
  readonly bins?: number | undefined;
  readonly vmin?: number | undefined;
  readonly vmax?: number | undefined;
  /** False centres the first and the last bin on the bounds. */
  readonly edge?: boolean | undefined;
}

export interface ValueCount<Value> {
  readonly value: Value;
  readonly count: number;
}

/** What a bucket holds of one metric; values of another type are not counted. */
export type MetricSummary =
  | {
      readonly type: 'numeric/continuous';
      readonly count: number;
      readonly min: number;
      readonly max: number;
      readonly sum: number;
      /** One for each of `PERCENTILES`. */
      readonly percentiles: readonly number[];
      /** By bin, counted from 0; those that are missing are empty. */
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
  /** Buckets without traces are left out. */
  readonly index: number;
  /** One for each spec; undefined where no trace has a value. */
  readonly metrics: readonly (MetricSummary | undefined)[];
}

/** Sums are undefined where nothing has such a number. Durations are in ms. */
export interface BucketSums {
  readonly count: number;
  readonly duration: number | undefined;
  readonly costs: number | undefined;
  readonly tokens: number | undefined;
}

export interface SumBucket {
  readonly index: number;
  readonly total: BucketSums;
  /** Those with an event named `exception`. */
  readonly errors: BucketSums;
}

/** A place in a list of sessions or users. */
export interface ActorPosition {
  /** Of the first or, for `isLatest`, the last of its spans in the window. */
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

/** Of all traces with a span of the session in the window; the traces count whole. */
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

/** The days that a range of start times touches. */
export interface DayRange {
  readonly project_id: string;
  /** Inclusive. */
  readonly oldest: bigint | undefined;
  /** Exclusive. */
  readonly newest: bigint | undefined;
}

/** How many spans start on a day of UTC, `YYYY-MM-DD`. */
export interface DayCount {
  readonly day: string;
  readonly spans: number;
}

export interface AttributeRange extends DayRange {
  readonly source: AttributeSource;
  /** What is visible; counts of the keys of spans disregard it. */
  readonly snapshot: readonly bigint[];
  /** What the keys, or the texts of the values, begin with. */
  readonly prefix: string;
  readonly limit: number;
}

/** How many spans have which scalar at the key. */
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
 * - MUST count one version of a span, the last one received of those below the snapshot, and no
 *   deleted or expired one, whatever parts are merged.
 * - A trace counts by its first root: without parent, the first by (start_time, span_id). The filter
 *   and the bounds apply to that one.
 * - Cumulative tokens, costs and errors of a trace are the sums over all its spans without echoes; where
 *   those are zero, what its topmost wrappers report, and then what the first root was sent with.
 * - Rejects with AppError CLICKHOUSE_UNAVAILABLE (retryable) or DEADLINE_EXCEEDED. Aborting `signal`
 *   cancels the statements in ClickHouse.
 */
export interface TraceAnalytics {
  /** By index, ascending. */
  measureTraces(
    selection: BucketSelection,
    specs: readonly MetricSpec[],
    signal: AbortSignal,
  ): Promise<readonly MetricBucket[]>;
  /** The same traces with their cumulative costs and tokens, or every span with its incremental ones. */
  sumBuckets(
    selection: BucketSelection,
    focus: 'trace' | 'span',
    signal: AbortSignal,
  ): Promise<readonly SumBucket[]>;
  /** Spans count with their own numbers, traces with their cumulative tokens, costs and errors. */
  aggregateSpans(aggregation: SpanAggregation, signal: AbortSignal): Promise<SpanAggregate>;
  /** Groups the selected spans by keys and time; undefined if there are more buckets than the limit. */
  groupSpans(
    grouping: SpanGrouping,
    signal: AbortSignal,
  ): Promise<readonly SpanGroup[] | undefined>;
  /** The earliest spans of each bucket by (start_time, trace_id, span_id), bucket by bucket in any order. */
  pickSpans(pick: SpanPick, signal: AbortSignal): Promise<readonly PickedSpan[]>;
  /** The number of traces with a selected span. */
  countTraces(selection: RowSelection, signal: AbortSignal): Promise<number>;
  /**
   * The newest selected spans, by (start_time, trace_id, span_id), in portions of any order. Resolves with whether
   * there are more of them.
   */
  sampleSpans(
    sample: SpanSample,
    onSpans: (spans: readonly SampledSpan[]) => void,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** The distinct ids that spans carry, by (time, id) in the order of the selection. */
  listActors(selection: ActorSelection, signal: AbortSignal): Promise<ActorPage>;
  /**
   * By count descending, then key. Keys of spans are those of whole days of what was received: a span that
   * was sent again counts again, a deleted one until it would have expired. Keys of parts are those of the
   * newest million spans of the range that have the part.
   */
  listAttributeKeys(range: AttributeRange, signal: AbortSignal): Promise<readonly AttributeKey[]>;
  /** Over the newest million spans of the range that may have the key; by count descending, then value. */
  listAttributeValues(
    range: AttributeRange & { readonly key: string },
    signal: AbortSignal,
  ): Promise<readonly AttributeValue[]>;
  /** The days that have spans, ascending; counted as the keys of spans are. */
  listSpansByDay(range: DayRange, signal: AbortSignal): Promise<readonly DayCount[]>;
  /**
   * At most `limit` of the services that recorded spans, in any order; `''` stands for spans without one. Shows what is
   * stored when it is read, whatever the snapshot of a request.
   */
  listServices(
    wanted: { readonly project_id: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /**
   * When the first span of the project arrived, in ns since 1970; undefined without one. Deleted spans count until they
   * would have expired.
   */
  firstReceivedAt(projectId: string, signal: AbortSignal): Promise<bigint | undefined>;
  /** The same, telling `onCost` of every statement that ClickHouse has answered. */
  measured(onCost: (cost: ReadCost) => void): TraceAnalytics;
  close(): Promise<void>;
}
