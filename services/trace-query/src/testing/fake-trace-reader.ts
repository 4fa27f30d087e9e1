import type { StoredSpan } from '@spanhouse/span-row';
import { createFilterPredicate } from '@spanhouse/span-schema';
import type {
  SelectedTrace,
  SpanPage,
  SpanPosition,
  SpanSelection,
  TracePage,
  TracePosition,
  TraceReader,
} from '@spanhouse/trace-store/reader';
import { toFilterableSpan } from './to-filterable-span.js';

interface Row {
  readonly span: StoredSpan;
  readonly logPartition: number;
  readonly logOffset: bigint;
}

/** The store as a list in memory: slow, and obviously right. Every span belongs to the same project. */
export class FakeTraceReader implements TraceReader {
  readonly #rows: Row[] = [];
  /** Rejects every read while it is set. */
  failure: Error | undefined;
  /** Holds every read back until its signal aborts. */
  isHanging = false;
  /** Of every read so far. */
  readonly projectIds: string[] = [];

  /** Stores spans at a position of the log. */
  add(spans: readonly StoredSpan[], at: { partition?: number; offset?: number } = {}): void {
    const logOffset = (1n << 48n) | BigInt(at.offset ?? 0);
    const logPartition = at.partition ?? 0;
    this.#rows.push(...spans.map((span) => ({ span, logPartition, logOffset })));
  }

  async listSpans(
    selection: SpanSelection & { readonly after: SpanPosition | undefined },
    signal: AbortSignal,
  ): Promise<SpanPage> {
    await this.#begin(selection.project_id, signal);
    const { order, after, limit } = selection;
    const spans = this.#select(selection)
      .sort(inOrder(order, compareSpans))
      .filter((span) => after === undefined || inOrder(order, compareSpans)(span, after) > 0);
    return { spans: spans.slice(0, limit), hasMore: spans.length > limit };
  }

  async listTraces(
    selection: SpanSelection & { readonly after: TracePosition | undefined },
    signal: AbortSignal,
  ): Promise<TracePage> {
    await this.#begin(selection.project_id, signal);
    const { order, after, limit } = selection;
    const ranks = new Map<string, bigint>();
    for (const { trace_id, start_time } of this.#select(selection)) {
      const rank = ranks.get(trace_id);
      if (rank === undefined || rank < start_time) ranks.set(trace_id, start_time);
    }
    const positions = [...ranks]
      .map(([trace_id, rank]) => ({ trace_id, rank }))
      .sort(inOrder(order, compareTraces))
      .filter((trace) => after === undefined || inOrder(order, compareTraces)(trace, after) > 0);
    const traces = positions.slice(0, limit).map((trace) => this.#whole(trace));
    return { traces, hasMore: positions.length > limit };
  }

  async findSpans(
    ids: {
      readonly project_id: string;
      readonly trace_ids: readonly string[] | undefined;
      readonly span_ids: readonly string[] | undefined;
    },
    signal: AbortSignal,
  ): Promise<readonly StoredSpan[]> {
    await this.#begin(ids.project_id, signal);
    return this.#rows
      .map(({ span }) => span)
      .filter(({ trace_id }) => ids.trace_ids?.includes(trace_id) ?? true)
      .filter(({ span_id }) => ids.span_ids?.includes(span_id) ?? true)
      .sort(compareSpans);
  }

  check(): Promise<void> {
    return this.failure === undefined ? Promise.resolve() : Promise.reject(this.failure);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #begin(projectId: string, signal: AbortSignal): Promise<void> {
    this.projectIds.push(projectId);
    if (this.isHanging) await new Promise((_, reject) => onAbort(signal, reject));
    await this.check();
  }

  #select(selection: SpanSelection): StoredSpan[] {
    const matches = createFilterPredicate(selection.filter);
    return this.#rows
      .filter(({ logPartition, logOffset }) => logOffset < (selection.snapshot[logPartition] ?? 0n))
      .map(({ span }) => span)
      .filter((span) => isInWindow(span, selection) && isSampled(span, selection))
      .filter((span) => selection.filter === undefined || matches(toFilterableSpan(span)));
  }

  #whole({ trace_id, rank }: TracePosition): SelectedTrace {
    const spans = this.#rows.map(({ span }) => span).filter((span) => span.trace_id === trace_id);
    return { trace_id, rank, spans: spans.sort(compareSpans) };
  }
}

function onAbort(signal: AbortSignal, then: (reason: unknown) => void): void {
  signal.addEventListener('abort', () => then(signal.reason), { once: true });
}

function isInWindow({ start_time }: StoredSpan, { order, oldest, newest }: SpanSelection): boolean {
  const isAscending = order === 'ascending';
  const isAfter =
    oldest === undefined || (isAscending ? start_time > oldest : start_time >= oldest);
  const isBefore =
    newest === undefined || (isAscending ? start_time <= newest : start_time < newest);
  return isAfter && isBefore;
}

function isSampled({ trace_id }: StoredSpan, { ratePercent }: SpanSelection): boolean {
  return ratePercent === undefined || Number.parseInt(trace_id.slice(0, 8), 16) % 100 < ratePercent;
}

type Compare<Position> = (left: Position, right: Position) => number;

function inOrder<Position>(
  order: SpanSelection['order'],
  compare: Compare<Position>,
): Compare<Position> {
  return order === 'ascending' ? compare : (left, right) => compare(right, left);
}

function compareSpans(left: SpanPosition, right: SpanPosition): number {
  return (
    compareValues(left.start_time, right.start_time) ||
    compareValues(left.trace_id, right.trace_id) ||
    compareValues(left.span_id, right.span_id)
  );
}

function compareTraces(left: TracePosition, right: TracePosition): number {
  return compareValues(left.rank, right.rank) || compareValues(left.trace_id, right.trace_id);
}

function compareValues<Value extends bigint | string>(left: Value, right: Value): number {
  return left < right ? -1 : Number(left > right);
}
