import type { StoredSpan } from '@spanhouse/span-row';
import type { FilterExpression } from '@spanhouse/span-schema';
import type { AnswerRoom, ReadCost } from './read-cost.js';
import type { TimeRange } from './selection/time-ranges.js';
import type { ExtentBounds, SpanHint } from './span-hint.js';
import type { SpanPart } from './span-parts.js';

/** A position in a list of spans. Such lists are ordered by (start_time, trace_id, span_id). */
export interface SpanPosition {
  readonly start_time: bigint;
  readonly trace_id: string;
  readonly span_id: string;
}

/**
 * A position in a list of traces. Such lists are ordered by (rank, trace_id), where the rank is the latest start_time
 * of a matching span.
 */
export interface TracePosition {
  readonly rank: bigint;
  readonly trace_id: string;
}

/**
 * The point at which a list of spans continues if the trace id of the last item is unknown. The list continues with the
 * spans beyond the time range, and with the spans within the range whose span ids are beyond `span_id`. Both ends of
 * the range are inclusive.
 */
export interface SpanBoundary {
  readonly from: bigint;
  readonly to: bigint;
  readonly span_id: string;
}

/** The selection of spans for a list. Times are in ns since the Unix epoch. */
export interface SpanSelection {
  readonly project_id: string;
  readonly filter: FilterExpression | undefined;
  /** Lower bound of the start time. It is inclusive in descending order and exclusive in ascending order. */
  readonly oldest: bigint | undefined;
  /** Upper bound of the start time. It is exclusive in descending order and inclusive in ascending order. */
  readonly newest: bigint | undefined;
  readonly order: 'ascending' | 'descending';
  /**
   * Ranges of start times, both ends included. The start of a span must be within one of them; `undefined` allows any
   * time.
   */
  readonly starts?: readonly TimeRange[] | undefined;
  /** Exclusive upper bound for the sample number (0..99) of a trace; `undefined` selects all traces. */
  readonly ratePercent: number | undefined;
  readonly boundary?: SpanBoundary | undefined;
  /** For each partition, the log_offset at which the snapshot ends. Rows at or after it are not selected. */
  readonly snapshot: readonly bigint[];
  /**
   * Hints for lists of traces. Each hint is satisfied by at least one span of a listed trace, at any time. A list MAY
   * include traces in which only an older version of a span satisfies a hint. Unless a hint is a filter, a list MAY
   * also include traces that the hint excludes.
   */
  readonly traceHints?: readonly SpanHint[] | undefined;
  /**
   * A hint for lists of spans. The list MAY omit spans that the hint excludes. It MUST contain all other selected
   * spans.
   */
  readonly hint?: SpanHint | undefined;
  /**
   * Bounds for the extents of the listed traces. A list MAY also include traces whose extents are outside the bounds.
   */
  readonly extent?: ExtentBounds | undefined;
  /**
   * A range that contains the starts of all spans of the listed traces; `undefined` if it is unknown. It is used for
   * lists of traces with hints.
   */
  readonly traceRange?: TimeRange | undefined;
  /** Maximum number of items. It may be larger than the list. */
  readonly limit: number;
  /** Parts of the spans that are not read. Members in these parts are absent, empty or zero in the result. */
  readonly unread?: readonly SpanPart[] | undefined;
}

/** A list of spans that begins after a position. */
export interface SpanListing extends SpanSelection {
  readonly after: SpanPosition | undefined;
}

/** A list of traces that begins after a position. */
export interface TraceListing extends SpanSelection {
  readonly after: TracePosition | undefined;
}

/** A selection of the rows in a part of the log. */
export interface ReceivedSelection {
  readonly project_id: string;
  readonly filter: FilterExpression | undefined;
  /** For each partition, the log_offset at which the part begins. Rows before it are not selected. */
  readonly after: readonly bigint[];
  /** For each partition, the log_offset at which the snapshot ends. Rows at or after it are not selected. */
  readonly snapshot: readonly bigint[];
  readonly limit: number;
  /** Parts of the spans that are not read. Members in these parts are absent, empty or zero in the result. */
  readonly unread?: readonly SpanPart[] | undefined;
}

export interface SpanPage {
  readonly spans: readonly StoredSpan[];
  readonly hasMore: boolean;
}

/** The span members needed by a trace's tree and roll-up. */
export type SpanNode = Pick<
  StoredSpan,
  | 'span_id'
  | 'parent_id'
  | 'start_time'
  | 'span_name'
  | 'trace_type'
  | 'metrics'
  | 'submitted_cumulative'
  | 'end_time'
  | 'has_mapped_usage'
  | 'scope'
> & {
  /** The attributes as JSON; absent if the trace's spans are not in memory. */
  readonly attributes?: string;
  /** The value of `ag.meta.response.id`. The roll-up uses it if the attributes are absent. */
  readonly response_id?: string;
};

/** A span without its payload. It has all members that an outline shows. */
export type OutlineNode = SpanNode &
  Pick<StoredSpan, 'received_at' | 'span_type' | 'span_kind' | 'status_code'> & {
    readonly service_name: string | undefined;
    /** The value of `ag.meta.response.model`, or of `ag.meta.request.model` if that is missing. */
    readonly model: string | undefined;
    /** Size in bytes of the stored attributes JSON. */
    readonly attribute_bytes: number;
    /**
     * The sum of the span's `outlineFlags`. The flag `annotation` is never included, because it depends on the complete
     * trace.
     */
    readonly flags: number;
  };

/** A span without its payload. It has all members that the trace's summary counts. */
export type SummaryNode = SpanNode &
  Pick<StoredSpan, 'span_type' | 'status_code'> & {
    readonly service_name: string | undefined;
    /** The value of `ag.meta.response.model`, or of `ag.meta.request.model` if that is missing. */
    readonly model: string | undefined;
    /** The values of `ag.session.id` and `ag.user.id`. */
    readonly session_id: string | undefined;
    readonly user_id: string | undefined;
    /** True if the span matches the filter and is in the window, regardless of the snapshot. */
    readonly is_matched: boolean;
  };

/** The members of a span from which calls, their numbers and their durations are derived. */
export type CallNode = Pick<
  StoredSpan,
  'span_id' | 'parent_id' | 'start_time' | 'span_type' | 'span_name' | 'status_code'
> & {
  readonly service_name: string | undefined;
  /** The value of `ag.meta.response.model`, or of `ag.meta.request.model` if that is missing. */
  readonly model: string | undefined;
  /** The value of `ag.metrics.duration.cumulative`, in ms. */
  readonly duration: number | undefined;
};

/** The calls of a trace, which are its current spans in the order (start_time, span_id). */
export interface TraceCalls extends TracePosition {
  readonly nodes: readonly CallNode[];
}

/** The data from which a trace's summary is computed. */
export interface TraceToSummarize extends TracePosition {
  /** All current spans in the order (start_time, span_id). */
  readonly nodes: readonly SummaryNode[];
  /** JSON of `ag.data.inputs` and `ag.data.outputs` of the first root; undefined if absent. */
  readonly inputs: string | undefined;
  readonly outputs: string | undefined;
  /** Number of annotations whose root span links to the trace. */
  readonly annotations: number;
}

/** A trace of any size, whose spans are in memory or are read on demand. */
export interface WholeTrace {
  readonly trace_id: string;
  /** All current spans in the order (start_time, span_id). */
  readonly nodes: readonly SpanNode[];
  /** The complete spans of all nodes, if they fit into memory. */
  readonly held: readonly StoredSpan[] | undefined;
  /**
   * Reads the spans of the given nodes in order, in portions that fit into memory. MUST NOT be called after the stream
   * that yielded the trace has ended or has been resumed.
   */
  read(
    positions: readonly number[],
  ): AsyncIterable<readonly StoredSpan[]> | Iterable<readonly StoredSpan[]>;
}

export type RankedWholeTrace = WholeTrace & TracePosition;

/** The id of a trace and of its project. */
export interface TraceKey {
  readonly project_id: string;
  readonly trace_id: string;
}

export interface SpanIdsToFind {
  readonly project_id: string;
  readonly trace_ids: readonly string[] | undefined;
  readonly span_ids: readonly string[] | undefined;
}

export interface StreamOptions {
  /** Cancels the query in ClickHouse. */
  readonly signal: AbortSignal;
  /**
   * The scope of the time limit. With `shared`, it applies to the complete read. With `each`, it applies to the time
   * until the first portion, and then to each statement separately.
   */
  readonly deadline: 'shared' | 'each';
  /**
   * Receives the progress of a search: a time in ns. Every match up to this time, in list order, has been returned.
   * Only lists report progress. The time never moves back.
   */
  readonly onSearched?: ((time: bigint) => void) | undefined;
}

/** Streams a list in order, in portions that are never empty. Returns whether the limit has truncated the list. */
export type PageStream<Item> = AsyncGenerator<readonly Item[], boolean>;

/** The last 8 bytes of trace ids, for clients that do not know the complete ids. */
export interface TraceIdEnds {
  readonly project_id: string;
  /** Suffixes of 16 hex digits each. */
  readonly suffixes: readonly string[];
  readonly limit: number;
}

/**
 * Reads spans from ClickHouse.
 *
 * - MUST show only the last received version of each span, regardless of merges in ClickHouse.
 * - MUST order results exactly, to the nanosecond. Pages MUST have no duplicates or gaps.
 * - `list…` and `find…` hold their complete answer in memory. `stream…` MUST hold only a few megabytes, or a single
 *   span if the span is larger, regardless of the size of the list and its traces.
 * - Rejects with AppError CLICKHOUSE_UNAVAILABLE (retryable) or DEADLINE_EXCEEDED. An empty result always means that
 *   nothing matches. Aborting `signal` cancels the query in ClickHouse.
 */
export interface TraceReader {
  listSpans(listing: SpanListing, signal: AbortSignal): Promise<SpanPage>;
  streamSpans(listing: SpanListing, options: StreamOptions): PageStream<StoredSpan>;
  streamTraces(listing: TraceListing, options: StreamOptions): PageStream<RankedWholeTrace>;
  /** Streams the same traces as `streamTraces`, without their payloads. */
  streamSummaries(listing: TraceListing, options: StreamOptions): PageStream<TraceToSummarize>;
  /** Streams the calls in the same traces as `streamTraces`. */
  streamCalls(listing: TraceListing, options: StreamOptions): PageStream<TraceCalls>;
  /**
   * Streams the rows received between two snapshots, in the log order of each partition. Every stored version of a span
   * is an item. Deleted spans are omitted.
   */
  streamReceived(selection: ReceivedSelection, options: StreamOptions): PageStream<StoredSpan>;
  /** Counts all items of `streamReceived`, regardless of the limit. */
  countReceived(selection: ReceivedSelection, signal: AbortSignal): Promise<number>;
  /**
   * Finds the spans with the given ids, in the order (start_time, trace_id, span_id). If both trace ids and span ids
   * are given, a span must match one of each.
   */
  findSpans(ids: SpanIdsToFind, signal: AbortSignal): Promise<readonly StoredSpan[]>;
  streamFoundSpans(
    ids: SpanIdsToFind,
    options: StreamOptions,
  ): AsyncGenerator<readonly StoredSpan[]>;
  /**
   * Streams the traces with the given ids, in the order of the ids. Traces without spans are omitted. The ids MUST be
   * distinct.
   */
  streamFoundTraces(
    ids: { readonly project_id: string; readonly trace_ids: readonly string[] },
    options: StreamOptions,
  ): AsyncGenerator<readonly WholeTrace[]>;
  /**
   * Returns a reader that uses the same connections and passes the cost of each statement to `onCost`. If `room` has no
   * memory for an answer, the answer is dropped, and the statement runs again later.
   */
  measured(onCost: (cost: ReadCost) => void, room?: AnswerRoom): TraceReader;
  /**
   * Reads the current spans of a trace without their payloads, in the order (start_time, span_id). The result is empty
   * if the trace is unknown.
   */
  readOutline(trace: TraceKey, signal: AbortSignal): Promise<readonly OutlineNode[]>;
  /** Reads the positions of a trace's spans, in the order (start_time, span_id). */
  findSpanKeys(trace: TraceKey, signal: AbortSignal): Promise<readonly SpanPosition[]>;
  /**
   * Finds at most `limit` trace ids that end with one of the suffixes, in ascending order. The result may include ids
   * of deleted traces.
   */
  findTraceIds(ending: TraceIdEnds, signal: AbortSignal): Promise<readonly string[]>;
  /** Resolves if ClickHouse responds and has the current schema; otherwise rejects with an AppError. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Bits of `flags`. Each bit indicates a part of the span that the outline itself omits. */
export const outlineFlags = {
  events: 1,
  links: 2,
  /** Set if the span has an event named `exception` or the attribute `ag.exception`. */
  exception: 4,
  input: 8,
  output: 16,
  annotation: 32,
  references: 64,
} as const;
