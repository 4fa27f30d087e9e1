import type { StoredSpan } from '@spanhouse/span-row';
import type { FilterExpression } from '@spanhouse/span-schema';
import type { AnswerRoom, ReadCost } from './read-cost.js';
import type { TimeRange } from './selection/time-ranges.js';
import type { ExtentBounds, SpanHint } from './span-hint.js';
import type { SpanPart } from './span-parts.js';

/** A place in the order of spans: (start_time, trace_id, span_id). */
export interface SpanPosition {
  readonly start_time: bigint;
  readonly trace_id: string;
  readonly span_id: string;
}

/** A place in the order of traces: (rank, trace_id); the rank is the latest matching start_time. */
export interface TracePosition {
  readonly rank: bigint;
  readonly trace_id: string;
}

/**
 * The place at which a list of spans continues, given without a trace id: after this range of time
 * and, within the range (both ends included), with the spans whose ids are beyond `span_id`.
 */
export interface SpanBoundary {
  readonly from: bigint;
  readonly to: bigint;
  readonly span_id: string;
}

/** Which spans a list is made of. Times are ns since the Unix epoch. */
export interface SpanSelection {
  readonly project_id: string;
  readonly filter: FilterExpression | undefined;
  /** Inclusive when descending, exclusive when ascending. */
  readonly oldest: bigint | undefined;
  /** Exclusive when descending, inclusive when ascending. */
  readonly newest: bigint | undefined;
  readonly order: 'ascending' | 'descending';
  /** Only spans that start within one of these, both ends included; `undefined` = at any time. */
  readonly starts?: readonly TimeRange[] | undefined;
  /** Keeps traces whose sample number (0..99) is below it; `undefined` = all. */
  readonly ratePercent: number | undefined;
  readonly boundary?: SpanBoundary | undefined;
  /** `snapshot[partition]`: rows whose log_offset is at or beyond it are not selected. */
  readonly snapshot: readonly bigint[];
  /**
   * Of lists of traces: each of these is satisfied by some span of the trace, at whatever time. A list MAY also have
   * traces of which only another version of a span satisfies a hint, or which a hint that is no filter would leave out.
   */
  readonly traceHints?: readonly SpanHint[] | undefined;
  /** Spans that the hint leaves out MAY be left out of the list; all others that are selected MUST be in it. */
  readonly hint?: SpanHint | undefined;
  /** Of lists of traces: the bounds within which the extent of a trace is. A list MAY have others as well. */
  readonly extent?: ExtentBounds | undefined;
  /** Of lists of traces with hints: all spans of the traces in the list start within it; `undefined` = unknown. */
  readonly traceRange?: TimeRange | undefined;
  /** As many as it takes where it is larger than any list. */
  readonly limit: number;
  /** Parts of the spans that need not be read. Their members are then absent, empty or zero. */
  readonly unread?: readonly SpanPart[] | undefined;
}

/** Which rows of the log a stream is made of. */
export interface ReceivedSelection {
  readonly project_id: string;
  readonly filter: FilterExpression | undefined;
  /** `after[partition]`: rows whose log_offset is below it are not selected. */
  readonly after: readonly bigint[];
  /** `snapshot[partition]`: rows whose log_offset is at or beyond it are not selected. */
  readonly snapshot: readonly bigint[];
  readonly limit: number;
  /** Parts of the spans that need not be read. Their members are then absent, empty or zero. */
  readonly unread?: readonly SpanPart[] | undefined;
}

export interface SpanPage {
  readonly spans: readonly StoredSpan[];
  readonly hasMore: boolean;
}

/** What the tree and the roll-up of a trace need of a span. */
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
  /** Absent if the spans of the trace are not held. */
  readonly attributes?: string;
  /** `ag.meta.response.id`, set instead of the attributes where the roll-up needs it. */
  readonly response_id?: string;
};

/** A span without its payload, with all that an outline of its trace shows. */
export type OutlineNode = SpanNode &
  Pick<StoredSpan, 'received_at' | 'span_type' | 'span_kind' | 'status_code'> & {
    readonly service_name: string | undefined;
    /** `ag.meta.response.model`, else `ag.meta.request.model`. */
    readonly model: string | undefined;
    /** The bytes of its stored attributes as JSON. */
    readonly attribute_bytes: number;
    /** A sum of `outlineFlags`, without `annotation`, which is a matter of the whole trace. */
    readonly flags: number;
  };

/** A span without its payload, with all that the summary of its trace counts. */
export type SummaryNode = SpanNode &
  Pick<StoredSpan, 'span_type' | 'status_code'> & {
    readonly service_name: string | undefined;
    /** `ag.meta.response.model`, else `ag.meta.request.model`. */
    readonly model: string | undefined;
    /** `ag.session.id` and `ag.user.id`. */
    readonly session_id: string | undefined;
    readonly user_id: string | undefined;
    /** Whether it satisfies the filter and lies in the window, whatever the snapshot. */
    readonly is_matched: boolean;
  };

/** A span with all that tells who called whom, how often, and how long it took. */
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

/** What the summary of a trace is made of. */
export interface TraceToSummarize extends TracePosition {
  /** Every current span by (start_time, span_id). */
  readonly nodes: readonly SummaryNode[];
  /** `ag.data.inputs` and `ag.data.outputs` of the first root as JSON; undefined if absent. */
  readonly inputs: string | undefined;
  readonly outputs: string | undefined;
  /** The roots of annotations that link to the trace. */
  readonly annotations: number;
}

/** A trace whose spans are held, or read where and when they are needed: it may be of any size. */
export interface WholeTrace {
  readonly trace_id: string;
  /** Every current span by (start_time, span_id). */
  readonly nodes: readonly SpanNode[];
  /** The nodes as whole spans, where they are few enough to be held. */
  readonly held: readonly StoredSpan[] | undefined;
  /**
   * The spans of these nodes, in this order, in portions that are few enough to be held. MUST be
   * read before the read that gave the trace is ended or goes on.
   */
  read(
    positions: readonly number[],
  ): AsyncIterable<readonly StoredSpan[]> | Iterable<readonly StoredSpan[]>;
}

export type RankedWholeTrace = WholeTrace & TracePosition;

export interface SpanIdsToFind {
  readonly project_id: string;
  readonly trace_ids: readonly string[] | undefined;
  readonly span_ids: readonly string[] | undefined;
}

export interface StreamOptions {
  /** Cancels the query in ClickHouse. */
  readonly signal: AbortSignal;
  /** Whether the deadline is for all of it, or only up to the first portion and then for each statement. */
  readonly deadline: 'shared' | 'each';
  /**
   * Receives the time down to which (ascending: up to which) everything was searched and yielded, in ns. Lists
   * report it; it never goes back.
   */
  readonly onSearched?: ((time: bigint) => void) | undefined;
}

/** Portions of a list in its order, none of them empty; at the end, whether the limit has cut it. */
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
 * - MUST show one version of a span, the one received last, whatever parts are merged.
 * - MUST order exactly, in nanoseconds, and page without repeats or gaps.
 * - `list…` and `find…` hold everything they answer; `stream…` MUST hold no more at a time than
 *   some megabytes, or one span, however large the list and its traces are.
 * - Rejects with AppError CLICKHOUSE_UNAVAILABLE (retryable) or DEADLINE_EXCEEDED; an empty result
 *   always means that nothing matches. Aborting `signal` cancels the query in ClickHouse.
 */
export interface TraceReader {
  listSpans(
    selection: SpanSelection & { readonly after: SpanPosition | undefined },
    signal: AbortSignal,
  ): Promise<SpanPage>;
  streamSpans(
    selection: SpanSelection & { readonly after: SpanPosition | undefined },
    options: StreamOptions,
  ): PageStream<StoredSpan>;
  streamTraces(
    selection: SpanSelection & { readonly after: TracePosition | undefined },
    options: StreamOptions,
  ): PageStream<RankedWholeTrace>;
  /** The traces of `streamTraces` without their payloads. */
  streamSummaries(
    selection: SpanSelection & { readonly after: TracePosition | undefined },
    options: StreamOptions,
  ): PageStream<TraceToSummarize>;
  /** The traces of `streamTraces`, with only what tells who called whom. */
  streamCalls(
    selection: SpanSelection & { readonly after: TracePosition | undefined },
    options: StreamOptions,
  ): PageStream<TraceCalls>;
  /**
   * What was received between two snapshots, in the order of the log within each partition. Every version of
   * a span that is still stored is an item of its own; deleted spans are none.
   */
  streamReceived(selection: ReceivedSelection, options: StreamOptions): PageStream<StoredSpan>;
  /** The number of the same items, whatever the limit. */
  countReceived(selection: ReceivedSelection, signal: AbortSignal): Promise<number>;
  /** All spans that have one of the ids; both lists are ANDed when given. By (start_time, trace_id, span_id) ascending. */
  findSpans(ids: SpanIdsToFind, signal: AbortSignal): Promise<readonly StoredSpan[]>;
  streamFoundSpans(
    ids: SpanIdsToFind,
    options: StreamOptions,
  ): AsyncGenerator<readonly StoredSpan[]>;
  /** Those of the traces that have spans, in the order of their ids, which MUST be distinct. */
  streamFoundTraces(
    ids: { readonly project_id: string; readonly trace_ids: readonly string[] },
    options: StreamOptions,
  ): AsyncGenerator<readonly WholeTrace[]>;
  /**
   * A reader on the same connections that reports to `onCost` the cost of each statement, and reads answers only
   * into `room` if there is one: without room the statement runs again later.
   */
  measured(onCost: (cost: ReadCost) => void, room?: AnswerRoom): TraceReader;
  /** The current spans of a trace without their payloads, by (start_time, span_id); none if it is unknown. */
  readOutline(
    trace: { readonly project_id: string; readonly trace_id: string },
    signal: AbortSignal,
  ): Promise<readonly OutlineNode[]>;
  /** The positions of the spans of a trace, without the spans. By (start_time, span_id) ascending. */
  findSpanKeys(
    trace: { readonly project_id: string; readonly trace_id: string },
    signal: AbortSignal,
  ): Promise<readonly SpanPosition[]>;
  /** The ids of stored traces that end in one of these suffixes of 16 hex digits. Ascending, at most `limit`; deleted traces may be among them. */
  findTraceIds(ending: TraceIdEnds, signal: AbortSignal): Promise<readonly string[]>;
  /** Resolves when ClickHouse answers and has the current schema; rejects with an AppError. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What an outline says about the parts of a span that it leaves out; the bits of `flags`. */
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
