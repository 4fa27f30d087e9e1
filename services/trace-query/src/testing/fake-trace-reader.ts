import type { StoredSpan } from '@spanhouse/span-row';
import type {
  PageStream,
  RankedWholeTrace,
  ReadCost,
  SelectedTrace,
  SpanIdsToFind,
  SpanPage,
  SpanPosition,
  SpanSelection,
  StreamOptions,
  TracePage,
  TracePosition,
  TraceReader,
  WholeTrace,
} from '@spanhouse/trace-store/reader';
import { compareSpans, compareTraces, inOrder, type Row, selectRows } from './select-rows.js';

/** The store as a list in memory: slow, and obviously right. Every span belongs to the same project. */
export class FakeTraceReader implements TraceReader {
  readonly #rows: Row[] = [];
  /** Rejects every read while it is set. */
  failure: Error | undefined;
  /** Holds every read back until its signal aborts. */
  isHanging = false;
  /** Rejects streams with `failure` only behind so many portions. */
  portionsBeforeFailure = 0;
  /** Traces of so many spans are read when they are needed, not held. */
  largeTraceSpans = Number.POSITIVE_INFINITY;
  /** Portions that a stream was asked for so far. */
  portions = 0;
  /** Of every read so far. */
  readonly projectIds: string[] = [];
  #onCost: (cost: ReadCost) => void = () => undefined;

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
    const spans = selectRows(this.#rows, selection)
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
    for (const { trace_id, start_time } of selectRows(this.#rows, selection)) {
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

  async *streamSpans(
    selection: SpanSelection & { readonly after: SpanPosition | undefined },
    { signal }: StreamOptions,
  ): PageStream<StoredSpan> {
    const { spans, hasMore } = await this.#beforeStream(() => this.listSpans(selection, signal));
    yield* this.#inPortions(spans, signal);
    return hasMore;
  }

  async *streamTraces(
    selection: SpanSelection & { readonly after: TracePosition | undefined },
    { signal }: StreamOptions,
  ): PageStream<RankedWholeTrace> {
    const { traces, hasMore } = await this.#beforeStream(() => this.listTraces(selection, signal));
    const whole = traces.map(({ rank, trace_id, spans }) => ({
      ...this.#open(trace_id, spans),
      rank,
    }));
    yield* this.#inPortions(whole, signal);
    return hasMore;
  }

  async findSpans(ids: SpanIdsToFind, signal: AbortSignal): Promise<readonly StoredSpan[]> {
    await this.#begin(ids.project_id, signal);
    return this.#rows
      .map(({ span }) => span)
      .filter(({ trace_id }) => ids.trace_ids?.includes(trace_id) ?? true)
      .filter(({ span_id }) => ids.span_ids?.includes(span_id) ?? true)
      .sort(compareSpans);
  }

  async *streamFoundSpans(
    ids: SpanIdsToFind,
    { signal }: StreamOptions,
  ): AsyncGenerator<readonly StoredSpan[]> {
    const spans = await this.#beforeStream(() => this.findSpans(ids, signal));
    yield* this.#inPortions(spans, signal);
  }

  async *streamFoundTraces(
    {
      project_id,
      trace_ids,
    }: { readonly project_id: string; readonly trace_ids: readonly string[] },
    { signal }: StreamOptions,
  ): AsyncGenerator<readonly WholeTrace[]> {
    await this.#beforeStream(() => this.#begin(project_id, signal));
    const traces = trace_ids.map((id) => this.#open(id, this.#spansOf(id)));
    yield* this.#inPortions(
      traces.filter(({ nodes }) => nodes.length > 0),
      signal,
    );
  }

  findSpanKeys(
    { project_id, trace_id }: { readonly project_id: string; readonly trace_id: string },
    signal: AbortSignal,
  ): Promise<readonly SpanPosition[]> {
    return this.findSpans({ project_id, trace_ids: [trace_id], span_ids: undefined }, signal);
  }

  /** Of one caller at a time. */
  measured(onCost: (cost: ReadCost) => void): TraceReader {
    this.#onCost = onCost;
    return this;
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
    this.#onCost({ rows: this.#rows.length, bytes: 100 * this.#rows.length, ms: 1.5 });
  }

  async #beforeStream<Result>(read: () => Promise<Result>): Promise<Result> {
    const { failure } = this;
    if (this.portionsBeforeFailure > 0) this.failure = undefined;
    try {
      return await read();
    } finally {
      this.failure = failure;
    }
  }

  async *#inPortions<Item>(
    items: readonly Item[],
    signal: AbortSignal,
  ): AsyncGenerator<readonly Item[], void> {
    for (let at = 0; at < items.length; at += PORTION_ITEMS) {
      signal.throwIfAborted();
      if (at / PORTION_ITEMS >= this.portionsBeforeFailure) await this.check();
      this.portions += 1;
      yield items.slice(at, at + PORTION_ITEMS);
    }
  }

  #open(trace_id: string, spans: readonly StoredSpan[]): WholeTrace {
    const inPortions = (positions: readonly number[]) =>
      positions.map((position) => spans.slice(position, position + 1));
    return {
      trace_id,
      nodes: spans,
      held: spans.length < this.largeTraceSpans ? spans : undefined,
      read: inPortions,
    };
  }

  #whole({ trace_id, rank }: TracePosition): SelectedTrace {
    return { trace_id, rank, spans: this.#spansOf(trace_id) };
  }

  #spansOf(trace_id: string): StoredSpan[] {
    const spans = this.#rows.map(({ span }) => span).filter((span) => span.trace_id === trace_id);
    return spans.sort(compareSpans);
  }
}

/** Small, so that portions have borders. */
const PORTION_ITEMS = 2;

function onAbort(signal: AbortSignal, then: (reason: unknown) => void): void {
  signal.addEventListener('abort', () => then(signal.reason), { once: true });
}
