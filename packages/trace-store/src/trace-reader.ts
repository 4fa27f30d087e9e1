import type { StoredSpan } from '@spanhouse/span-row';
import type { FilterExpression } from '@spanhouse/span-schema';

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

/** Which spans a list is made of. Times are ns since the Unix epoch. */
export interface SpanSelection {
  readonly project_id: string;
  readonly filter: FilterExpression | undefined;
  /** Inclusive when descending, exclusive when ascending. */
  readonly oldest: bigint | undefined;
  /** Exclusive when descending, inclusive when ascending. */
  readonly newest: bigint | undefined;
  readonly order: 'ascending' | 'descending';
  /** Keeps traces whose sample number (0..99) is below it; `undefined` = all. */
  readonly ratePercent: number | undefined;
  /** `snapshot[partition]`: rows whose log_offset is at or beyond it are not selected. */
  readonly snapshot: readonly bigint[];
  readonly limit: number;
}

export interface SpanPage {
  readonly spans: readonly StoredSpan[];
  readonly hasMore: boolean;
}

export interface SelectedTrace extends TracePosition {
  /** Every current span of the trace, also those the selection did not match; by (start_time, span_id). */
  readonly spans: readonly StoredSpan[];
}

export interface TracePage {
  readonly traces: readonly SelectedTrace[];
  readonly hasMore: boolean;
}

/**
 * Reads spans from ClickHouse.
 *
 * - MUST show one version of a span, the one received last, whatever parts are merged.
 * - MUST order exactly, in nanoseconds, and page without repeats or gaps.
 * - Rejects with AppError CLICKHOUSE_UNAVAILABLE (retryable) or DEADLINE_EXCEEDED; an empty result
 *   always means that nothing matches. Aborting `signal` cancels the query in ClickHouse.
 */
export interface TraceReader {
  listSpans(
    selection: SpanSelection & { readonly after: SpanPosition | undefined },
    signal: AbortSignal,
  ): Promise<SpanPage>;
  listTraces(
    selection: SpanSelection & { readonly after: TracePosition | undefined },
    signal: AbortSignal,
  ): Promise<TracePage>;
  /** All spans that have one of the ids; both lists are ANDed when given. By (start_time, trace_id, span_id) ascending. */
  findSpans(
    ids: {
      readonly project_id: string;
      readonly trace_ids: readonly string[] | undefined;
      readonly span_ids: readonly string[] | undefined;
    },
    signal: AbortSignal,
  ): Promise<readonly StoredSpan[]>;
  /** Resolves when ClickHouse answers and has the current schema; rejects with an AppError. */
  check(): Promise<void>;
  close(): Promise<void>;
}
