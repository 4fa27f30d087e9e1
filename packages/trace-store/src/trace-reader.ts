import type { StoredSpan } from '@spanhouse/span-row';
import type { FilterExpression } from '@spanhouse/span-schema';
import type { AnswerRoom, ReadCost } from './read-cost.js';
import type { TimeRange } from './selection/time-ranges.js';
import type { ExtentBounds, SpanHint } from './span-hint.js';
import type { SpanPart } from './span-parts.js';

/** A position in the order of spans: (start_time, trace_id, span_id). */
export interface SpanPosition {
  readonly start_time: bigint;
  readonly trace_id: string;
  readonly span_id: string;
}

/** A position in the order of traces: (rank, trace_id); the rank is the latest matching start_time. */
export interface TracePosition {
  readonly rank: bigint;
  readonly trace_id: string;
}

/**
 * The position at which a list of spans continues, without a trace id: after this range of time, and within it (both
 * ends included) at spans whose ids are beyond `span_id`.
 */
export interface SpanBoundary {
  readonly from: bigint;
  readonly to: bigint;
  readonly span_id: string;
}

/** Selects the spans of a list. Times are ns since the Unix epoch. */
export interface SpanSelection {
  readonly project_id: string;
  readonly filter: FilterExpression | undefined;
  /** Inclusive when descending, exclusive when ascending. */
  readonly oldest: bigint | undefined;
  /** Exclusive when descending, inclusive when ascending. */
  readonly newest: bigint | undefined;
  readonly order: 'ascending' | 'descending';
  /** Selects only spans that start within one of these ranges, both ends included; `undefined` = any time. */
  readonly starts?: readonly TimeRange[] | undefined;
  /** Selects traces whose sample number (0..99) is below it; `undefined` = all. */
  readonly ratePercent: number | undefined;
  readonly boundary?: SpanBoundary | undefined;
  /** By partition: rows at or after this log_offset are not selected. */
  readonly snapshot: readonly bigint[];
  /**
   * For lists of traces: each hint is satisfied by a span of the trace, at any time. A list MAY include traces that
   * satisfy a hint only with another version of a span, and traces that a hint other than a filter excludes.
   */
  readonly traceHints?: readonly SpanHint[] | undefined;
  /** The list MAY omit spans that the hint excludes, and MUST contain all other selected spans. */
  readonly hint?: SpanHint | undefined;
  /** For lists of traces: bounds of the extent of the trace. A list MAY include other traces. */
  readonly extent?: ExtentBounds | undefined;
  /**
   * For lists of traces with hints: a range that contains the starts of all spans of the listed traces; `undefined` =
   * unknown.
   */
  readonly traceRange?: TimeRange | undefined;
  /** May exceed the length of any list. */
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

/** Selects the rows of a part of the log. */
export interface ReceivedSelection {
  readonly project_id: string;
  readonly filter: FilterExpression | undefined;
  /** By partition: rows before this log_offset are not selected. */
  readonly after: readonly bigint[];
  /** By partition: rows at or after this log_offset are not selected. */
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
  /** Absent if the spans of the trace are not in memory. */
  readonly attributes?: string;
  /** `ag.meta.response.id`, set instead of the attributes if the roll-up needs it. */
  readonly response_id?: string;
};

/** A span without its payload, with everything that an outline of its trace shows. */
export type OutlineNode = SpanNode &
  Pick<StoredSpan, 'received_at' | 'span_type' | 'span_kind' | 'status_code'> & {
    readonly service_name: string | undefined;
    /** `ag.meta.response.model`, else `ag.meta.request.model`. */
    readonly model: string | undefined;
    /** Size of its stored attributes as JSON. */
    readonly attribute_bytes: number;
    /** A sum of `outlineFlags` without `annotation`, which depends on the whole trace. */
    readonly flags: number;
  };

/** A span without its payload, with everything that the summary of its trace counts. */
export type SummaryNode = SpanNode &
  Pick<StoredSpan, 'span_type' | 'status_code'> & {
    readonly service_name: string | undefined;
    /** `ag.meta.response.model`, else `ag.meta.request.model`. */
    readonly model: string | undefined;
    /** `ag.session.id` and `ag.user.id`. */
    readonly session_id: string | undefined;
    readonly user_id: string | undefined;
    /** True if the span matches the filter and is in the window, regardless of the snapshot. */
    readonly is_matched: boolean;
  };

/** A span with the members that show who called whom, how often, and how long it took. */
export type CallNode = Pick<
  StoredSpan,
  'span_id' | 'parent_id' | 'start_time' | 'span_type' | 'span_name' | 'status_code'
> & {
  readonly service_name: string | undefined;
  /** `ag.meta.response.model`, else `ag.meta.request.model`. */
  readonly model: string | undefined;
  /** `ag.metrics.duration.cumulative` in ms. */
  readonly duration: number | undefined;
};

/** The calls of a trace: every current span by (start_time, span_id). */
export interface TraceCalls extends TracePosition {
  readonly nodes: readonly CallNode[];
}

/** The data of the summary of a trace. */
export interface TraceToSummarize extends TracePosition {
  /** Every current span by (start_time, span_id). */
  readonly nodes: readonly SummaryNode[];
  /** `ag.data.inputs` and `ag.data.outputs` of the first root as JSON; undefined if absent. */
  readonly inputs: string | undefined;
  readonly outputs: string | undefined;
  /** Number of annotations whose root links to the trace. */
  readonly annotations: number;
}

/** A trace whose spans are in memory or are read on demand, so that it may be of any size. */
export interface WholeTrace {
  readonly trace_id: string;
  /** Every current span by (start_time, span_id). */
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
  /** `shared` limits the whole read; `each` limits the time to the first portion, then each statement. */
  readonly deadline: 'shared' | 'each';
  /**
   * Receives the time down to which (ascending: up to which) everything was searched and yielded, in ns. Lists report
   * it; it never moves back.
   */
  readonly onSearched?: ((time: bigint) => void) | undefined;
}

/** Non-empty portions of a list in order; returns whether the limit has truncated it. */
export type PageStream<Item> = AsyncGenerator<readonly Item[], boolean>;

/** The ends of trace ids, for clients that know only the last 8 bytes of an id. */
export interface TraceIdEnds {
  readonly project_id: string;
  /** 16 hex digits each. */
  readonly suffixes: readonly string[];
  readonly limit: number;
}

/**
 * Reads spans from ClickHouse.
 *
 * - MUST show one version of each span, the one received last, whichever parts are merged.
 * - MUST order exactly, in nanoseconds, and page without repeats or gaps.
 * - `list…` and `find…` hold their whole answer in memory; `stream…` MUST hold only some megabytes, or one span, at a
 *   time, regardless of the size of the list and its traces.
 * - Rejects with AppError CLICKHOUSE_UNAVAILABLE (retryable) or DEADLINE_EXCEEDED; an empty result always means that
 *   nothing matches. Aborting `signal` cancels the query in ClickHouse.
 */
export interface TraceReader {
  listSpans(listing: SpanListing, signal: AbortSignal): Promise<SpanPage>;
  streamSpans(listing: SpanListing, options: StreamOptions): PageStream<StoredSpan>;
  streamTraces(listing: TraceListing, options: StreamOptions): PageStream<RankedWholeTrace>;
  /** Streams the traces of `streamTraces` without their payloads. */
  streamSummaries(listing: TraceListing, options: StreamOptions): PageStream<TraceToSummarize>;
  /** Streams the calls of the traces of `streamTraces`. */
  streamCalls(listing: TraceListing, options: StreamOptions): PageStream<TraceCalls>;
  /**
   * Streams the rows received between two snapshots, in the order of the log within each partition. Every stored
   * version of a span is an item; deleted spans are omitted.
   */
  streamReceived(selection: ReceivedSelection, options: StreamOptions): PageStream<StoredSpan>;
  /** Counts the same items regardless of the limit. */
  countReceived(selection: ReceivedSelection, signal: AbortSignal): Promise<number>;
  /**
   * Finds the spans with one of the ids; if both lists are given, both apply. Ordered by (start_time, trace_id,
   * span_id).
   */
  findSpans(ids: SpanIdsToFind, signal: AbortSignal): Promise<readonly StoredSpan[]>;
  streamFoundSpans(
    ids: SpanIdsToFind,
    options: StreamOptions,
  ): AsyncGenerator<readonly StoredSpan[]>;
  /** Streams the traces that have spans, in the order of their ids, which MUST be distinct. */
  streamFoundTraces(
    ids: { readonly project_id: string; readonly trace_ids: readonly string[] },
    options: StreamOptions,
  ): AsyncGenerator<readonly WholeTrace[]>;
  /**
   * Returns a reader on the same connections that reports the cost of each statement to `onCost`. With `room`, an
   * answer that has no room is dropped and its statement runs again later.
   */
  measured(onCost: (cost: ReadCost) => void, room?: AnswerRoom): TraceReader;
  /**
   * Reads the current spans of a trace without their payloads, by (start_time, span_id); empty if the trace is unknown.
   */
  readOutline(trace: TraceKey, signal: AbortSignal): Promise<readonly OutlineNode[]>;
  /** Reads the positions of the spans of a trace, by (start_time, span_id). */
  findSpanKeys(trace: TraceKey, signal: AbortSignal): Promise<readonly SpanPosition[]>;
  /**
   * Finds the ids of stored traces that end in one of these suffixes of 16 hex digits. Ascending, at most `limit`; may
   * include deleted traces.
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
  /** An event named `exception`, or `ag.exception`. */
  exception: 4,
  input: 8,
  output: 16,
  annotation: 32,
  references: 64,
} as const;
