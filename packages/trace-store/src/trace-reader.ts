import type { StoredSpan } from '@spanhouse/span-row';
import type { FilterExpression } from '@spanhouse/span-schema';
import type { AnswerRoom, ReadCost } from './read-cost.js';
import type { TimeRange } from './selection/time-ranges.js';
import type { ExtentBounds, SpanHint } from './span-hint.js';
import type { SpanPart } from './span-parts.js';

/** A position in a list of spans, which is ordered by (start_time, trace_id, span_id). */
export interface SpanPosition {
  readonly start_time: bigint;
  readonly trace_id: string;
  readonly span_id: string;
}

/** A position in a list of traces, which is ordered by (rank, trace_id). The rank is the latest matching start_time. */
export interface TracePosition {
  readonly rank: bigint;
  readonly trace_id: string;
}

/**
 * The position at which a list of spans continues if no trace id is known. Spans after this range of time follow. Spans
 * within the range, both ends included, follow if their ids are beyond `span_id`.
 */
export interface SpanBoundary {
  readonly from: bigint;
  readonly to: bigint;
  readonly span_id: string;
}

/** A selection of spans for a list. Times are ns since the Unix epoch. */
export interface SpanSelection {
  readonly project_id: string;
  readonly filter: FilterExpression | undefined;
  /** Lower bound of the start. It is inclusive in descending order and exclusive in ascending order. */
  readonly oldest: bigint | undefined;
  /** Upper bound of the start. It is exclusive in descending order and inclusive in ascending order. */
  readonly newest: bigint | undefined;
  readonly order: 'ascending' | 'descending';
  /** Ranges of start times, both ends included. A span must start within one of them; `undefined` allows any time. */
  readonly starts?: readonly TimeRange[] | undefined;
  /** Upper bound (exclusive) of the sample number (0..99) of the selected traces; `undefined` selects all traces. */
  readonly ratePercent: number | undefined;
  readonly boundary?: SpanBoundary | undefined;
  /** The log_offset at which the snapshot ends, by partition. Rows at or after it are not selected. */
  readonly snapshot: readonly bigint[];
  /**
   * Hints for lists of traces. Each hint is satisfied by a span of the trace at any time. A list MAY include traces
   * that satisfy a hint only with another version of a span. It MAY also include traces that a hint other than a filter
   * excludes.
   */
  readonly traceHints?: readonly SpanHint[] | undefined;
  /**
   * A hint for lists of spans. The list MAY omit spans that the hint excludes, and MUST contain all other selected
   * spans.
   */
  readonly hint?: SpanHint | undefined;
  /** Bounds of the extent of a trace, for lists of traces. A list MAY include other traces. */
  readonly extent?: ExtentBounds | undefined;
  /**
   * A range that contains the starts of all spans of the listed traces, for lists of traces with hints; `undefined` if
   * it is unknown.
   */
  readonly traceRange?: TimeRange | undefined;
  /** Maximum number of items. It may exceed the length of any list. */
  readonly limit: number;
  /** Parts of the spans that are not read. Their members are then absent, empty or zero. */
  readonly unread?: readonly SpanPart[] | undefined;
}

/** The spans of a list after a position. */
export interface SpanListing extends SpanSelection {
  readonly after: SpanPosition | undefined;
}

/** The traces of a list after a position. */
export interface TraceListing extends SpanSelection {
  readonly after: TracePosition | undefined;
}

/** A selection of the rows in a part of the log. */
export interface ReceivedSelection {
  readonly project_id: string;
  readonly filter: FilterExpression | undefined;
  /** The log_offset at which the part begins, by partition. Rows before it are not selected. */
  readonly after: readonly bigint[];
  /** The log_offset at which the snapshot ends, by partition. Rows at or after it are not selected. */
  readonly snapshot: readonly bigint[];
  readonly limit: number;
  /** Parts of the spans that are not read. Their members are then absent, empty or zero. */
  readonly unread?: readonly SpanPart[] | undefined;
}

export interface SpanPage {
  readonly spans: readonly StoredSpan[];
  readonly hasMore: boolean;
}

/** The members of a span that the tree and the roll-up of a trace need. */
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
  /** The attributes as JSON; absent if the spans of the trace are not in memory. */
  readonly attributes?: string;
  /** The value of `ag.meta.response.id`. It replaces the attributes if the roll-up needs it. */
  readonly response_id?: string;
};

/** A span without its payload, with everything that an outline of its trace shows. */
export type OutlineNode = SpanNode &
  Pick<StoredSpan, 'received_at' | 'span_type' | 'span_kind' | 'status_code'> & {
    readonly service_name: string | undefined;
    /** The value of `ag.meta.response.model`, or else of `ag.meta.request.model`. */
    readonly model: string | undefined;
    /** Size of the span's stored attributes as JSON. */
    readonly attribute_bytes: number;
    /** A sum of `outlineFlags` without `annotation`, which depends on the whole trace. */
    readonly flags: number;
  };

/** A span without its payload, with everything that the summary of its trace counts. */
export type SummaryNode = SpanNode &
  Pick<StoredSpan, 'span_type' | 'status_code'> & {
    readonly service_name: string | undefined;
    /** The value of `ag.meta.response.model`, or else of `ag.meta.request.model`. */
    readonly model: string | undefined;
    /** The values of `ag.session.id` and `ag.user.id`. */
    readonly session_id: string | undefined;
    readonly user_id: string | undefined;
    /** True if the span matches the filter and is in the window, regardless of the snapshot. */
    readonly is_matched: boolean;
  };

/** A span with the members that show the caller, the callee, the number of calls and their durations. */
export type CallNode = Pick<
  StoredSpan,
  'span_id' | 'parent_id' | 'start_time' | 'span_type' | 'span_name' | 'status_code'
> & {
  readonly service_name: string | undefined;
  /** The value of `ag.meta.response.model`, or else of `ag.meta.request.model`. */
  readonly model: string | undefined;
  /** The value of `ag.metrics.duration.cumulative` in ms. */
  readonly duration: number | undefined;
};

/** The calls of a trace. They are the current spans, in the order (start_time, span_id). */
export interface TraceCalls extends TracePosition {
  readonly nodes: readonly CallNode[];
}

/** The data of the summary of a trace. */
export interface TraceToSummarize extends TracePosition {
  /** Every current span in the order (start_time, span_id). */
  readonly nodes: readonly SummaryNode[];
  /** The values of `ag.data.inputs` and `ag.data.outputs` of the first root as JSON; undefined if absent. */
  readonly inputs: string | undefined;
  readonly outputs: string | undefined;
  /** Number of annotations whose root links to the trace. */
  readonly annotations: number;
}

/** A trace of any size. Its spans are in memory or are read on demand. */
export interface WholeTrace {
  readonly trace_id: string;
  /** Every current span in the order (start_time, span_id). */
  readonly nodes: readonly SpanNode[];
  /** The nodes as whole spans, if they fit into memory. */
  readonly held: readonly StoredSpan[] | undefined;
  /**
   * Reads the spans of these nodes in order, in portions that fit into memory. MUST be called before the read that
   * returned the trace ends or continues.
   */
  read(
    positions: readonly number[],
  ): AsyncIterable<readonly StoredSpan[]> | Iterable<readonly StoredSpan[]>;
}

export type RankedWholeTrace = WholeTrace & TracePosition;

/** One trace. */
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
   * The scope of the time limit. `shared` limits the whole read. `each` limits the time to the first portion, and then
   * the time of each statement.
   */
  readonly deadline: 'shared' | 'each';
  /**
   * Receives the time in ns up to which everything is searched and yielded, in the order of the list. Only lists report
   * it. The time never moves back.
   */
  readonly onSearched?: ((time: bigint) => void) | undefined;
}

/** Streams non-empty portions of a list in order. Returns whether the limit has truncated the list. */
export type PageStream<Item> = AsyncGenerator<readonly Item[], boolean>;

/** The last 8 bytes of trace ids, for clients that know only these. */
export interface TraceIdEnds {
  readonly project_id: string;
  /** The suffixes, each with 16 hex digits. */
  readonly suffixes: readonly string[];
  readonly limit: number;
}

/**
 * Reads spans from ClickHouse.
 *
 * - MUST show only the version of each span that was received last, whichever parts are merged.
 * - MUST order exactly, in nanoseconds, and page without repeats or gaps.
 * - `list…` and `find…` hold their whole answer in memory. `stream…` MUST hold only some megabytes or one span at a
 *   time, regardless of the size of the list and its traces.
 * - Rejects with AppError CLICKHOUSE_UNAVAILABLE (retryable) or DEADLINE_EXCEEDED. An empty result always means that
 *   nothing matches. Aborting `signal` cancels the query in ClickHouse.
 */
export interface TraceReader {
  listSpans(listing: SpanListing, signal: AbortSignal): Promise<SpanPage>;
  streamSpans(listing: SpanListing, options: StreamOptions): PageStream<StoredSpan>;
  streamTraces(listing: TraceListing, options: StreamOptions): PageStream<RankedWholeTrace>;
  /** Streams the same traces as `streamTraces`, without their payloads. */
  streamSummaries(listing: TraceListing, options: StreamOptions): PageStream<TraceToSummarize>;
  /** Streams the calls of the same traces as `streamTraces`. */
  streamCalls(listing: TraceListing, options: StreamOptions): PageStream<TraceCalls>;
  /**
   * Streams the rows received between two snapshots. The rows of each partition are in log order. Every stored version
   * of a span is an item. Deleted spans are omitted.
   */
  streamReceived(selection: ReceivedSelection, options: StreamOptions): PageStream<StoredSpan>;
  /** Counts the items of `streamReceived`, regardless of the limit. */
  countReceived(selection: ReceivedSelection, signal: AbortSignal): Promise<number>;
  /**
   * Finds the spans with the given ids in the order (start_time, trace_id, span_id). If both lists are given, a span
   * must match both.
   */
  findSpans(ids: SpanIdsToFind, signal: AbortSignal): Promise<readonly StoredSpan[]>;
  streamFoundSpans(
    ids: SpanIdsToFind,
    options: StreamOptions,
  ): AsyncGenerator<readonly StoredSpan[]>;
  /** Streams the traces that have spans, in the order of the given ids. The ids MUST be distinct. */
  streamFoundTraces(
    ids: { readonly project_id: string; readonly trace_ids: readonly string[] },
    options: StreamOptions,
  ): AsyncGenerator<readonly WholeTrace[]>;
  /**
   * Returns a reader on the same connections that reports the cost of each statement to `onCost`. If `room` has no
   * memory for an answer, the answer is dropped and its statement runs again later.
   */
  measured(onCost: (cost: ReadCost) => void, room?: AnswerRoom): TraceReader;
  /**
   * Reads the current spans of a trace without their payloads, in the order (start_time, span_id). The result is empty
   * if the trace is unknown.
   */
  readOutline(trace: TraceKey, signal: AbortSignal): Promise<readonly OutlineNode[]>;
  /** Reads the positions of the spans of a trace in the order (start_time, span_id). */
  findSpanKeys(trace: TraceKey, signal: AbortSignal): Promise<readonly SpanPosition[]>;
  /**
   * Finds the ids of stored traces that end in one of the suffixes. Returns at most `limit` ids in ascending order. The
   * result may include deleted traces.
   */
  findTraceIds(ending: TraceIdEnds, signal: AbortSignal): Promise<readonly string[]>;
  /** Resolves if ClickHouse answers and has the current schema; otherwise rejects with an AppError. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The bits of `flags`, which show the parts of a span that an outline omits. */
export const outlineFlags = {
  events: 1,
  links: 2,
  /** Bit of a span that has an event named `exception` or the attribute `ag.exception`. */
  exception: 4,
  input: 8,
  output: 16,
  annotation: 32,
  references: 64,
} as const;
