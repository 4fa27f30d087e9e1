import { type StoredSpan, toLogOffset } from '@spanhouse/span-row';
import type { AnswerRoom, ReadCost } from '../read-cost.js';
import type { TombstoneBlock } from '../span-writer.js';
import type {
  OutlineNode,
  PageStream,
  RankedWholeTrace,
  SpanIdsToFind,
  SpanListing,
  SpanPage,
  SpanPosition,
  StreamOptions,
  TraceCalls,
  TraceListing,
  TracePosition,
  TraceReader,
  TraceToSummarize,
  WholeTrace,
} from '../trace-reader.js';
import { openTrace } from './open-trace.js';
import { type HintTest, rankTraces, testFilters } from './rank-traces.js';
import { readIntoRoom } from './read-into-room.js';
import { reportEnd } from './report-end.js';
import { compareSpans, inOrder, type Row, selectReceived, selectRows } from './select-rows.js';
import { StoredRows } from './stored-rows.js';
import { toCallNode, toOutlineNode } from './to-outline-node.js';
import { toSummarize } from './to-summarize.js';
import { withoutParts } from './without-parts.js';

/**
 * Stores all rows in a list, which is slow but obviously correct. Rows never expire. Spans that are added without a
 * project belong to all projects.
 */
export class FakeTraceReader implements TraceReader {
  readonly #rows = new StoredRows();
  /** While set, every read rejects with this error. */
  failure: Error | undefined;
  /** While true, reads wait until their signal aborts. */
  isHanging = false;
  /** Number of portions that a stream yields before it rejects with `failure`. */
  portionsBeforeFailure = 0;
  /**
   * Minimum number of spans in a large trace. The spans of a large trace are read on demand instead of being held in
   * memory.
   */
  largeTraceSpans = Number.POSITIVE_INFINITY;
  /** Number of portions that were requested from streams. */
  portions = 0;
  /** Determines which spans a hint excludes. */
  hintTest: HintTest = testFilters;
  /** The project ids of all reads. */
  readonly projectIds: string[] = [];
  #onCost: (cost: ReadCost) => void = () => undefined;

  /** Stores spans at a position in the log. */
  add(
    spans: readonly StoredSpan[],
    at: { projectId?: string; partition?: number; offset?: number; generation?: number } = {},
  ): void {
    const { projectId, partition: logPartition = 0, offset = 0, generation = 1 } = at;
    const logOffset = toLogOffset(generation, offset);
    this.#rows.add(spans.map((span) => ({ projectId, span, logPartition, logOffset })));
  }

  /** Hides the rows of the deleted traces that precede the deletes in the log. */
  delete(block: TombstoneBlock): void {
    this.#rows.delete(block);
  }

  async listSpans(selection: SpanListing, signal: AbortSignal): Promise<SpanPage> {
    await this.#begin(selection.project_id, signal);
    const { order, after, limit, unread, hint } = selection;
    const mayMatter = hint === undefined ? () => true : this.hintTest(hint);
    const spans = selectRows(this.#rowsOf(selection.project_id), selection)
      .filter(({ span }) => mayMatter(span))
      .map(({ span }) => withoutParts(span, unread))
      .sort(inOrder(order, compareSpans))
      .filter((span) => after === undefined || inOrder(order, compareSpans)(span, after) > 0);
    return { spans: spans.slice(0, limit), hasMore: spans.length > limit };
  }

  async *streamSpans(
    selection: SpanListing,
    { signal, onSearched }: StreamOptions,
  ): PageStream<StoredSpan> {
    const { spans, hasMore } = await this.#beforeStream(() => this.listSpans(selection, signal));
    yield* this.#inPortions(spans, signal);
    reportEnd({ selection, hasMore, last: spans.at(-1)?.start_time }, onSearched);
    return hasMore;
  }

  async *streamTraces(
    selection: TraceListing,
    { signal, onSearched }: StreamOptions,
  ): PageStream<RankedWholeTrace> {
    await this.#beforeStream(() => this.#begin(selection.project_id, signal));
    const { project_id, limit, unread } = selection;
    const positions = this.#rank(selection);
    const whole = positions.slice(0, limit).map(({ trace_id, rank }) => {
      const spans = this.#spansOf(project_id, trace_id);
      return {
        ...openTrace(
          spans.map((span) => withoutParts(span, unread)),
          this.largeTraceSpans,
        ),
        trace_id,
        rank,
      };
    });
    yield* this.#inPortions(whole, signal);
    const hasMore = positions.length > limit;
    reportEnd({ selection, hasMore, last: whole.at(-1)?.rank }, onSearched);
    return hasMore;
  }

  streamSummaries(listing: TraceListing, options: StreamOptions): PageStream<TraceToSummarize> {
    const rows = this.#rowsOf(listing.project_id);
    return this.#streamRanked({ listing, options }, (position, spans) =>
      toSummarize(position, { spans, rows, selection: listing }),
    );
  }

  streamCalls(listing: TraceListing, options: StreamOptions): PageStream<TraceCalls> {
    return this.#streamRanked({ listing, options }, (position, spans) => ({
      ...position,
      nodes: spans.map(toCallNode),
    }));
  }

  async *streamReceived(
    ...[selection, { signal }]: Parameters<TraceReader['streamReceived']>
  ): PageStream<StoredSpan> {
    const spans = await this.#beforeStream(() => this.#received(selection, signal));
    yield* this.#inPortions(spans.slice(0, selection.limit), signal);
    return spans.length > selection.limit;
  }

  async countReceived(...read: Parameters<TraceReader['countReceived']>): Promise<number> {
    return (await this.#received(...read)).length;
  }

  async #received(...[selection, signal]: Parameters<TraceReader['countReceived']>) {
    await this.#begin(selection.project_id, signal);
    const rows = selectReceived(this.#rows.versions(selection.project_id), selection);
    return rows.map(({ span }) => withoutParts(span, selection.unread));
  }

  async findSpans(ids: SpanIdsToFind, signal: AbortSignal): Promise<readonly StoredSpan[]> {
    await this.#begin(ids.project_id, signal);
    return this.#rowsOf(ids.project_id)
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
    ...[{ project_id, trace_ids }, { signal }]: Parameters<TraceReader['streamFoundTraces']>
  ): AsyncGenerator<readonly WholeTrace[]> {
    await this.#beforeStream(() => this.#begin(project_id, signal));
    const traces = trace_ids.map((trace_id) => ({
      ...openTrace(this.#spansOf(project_id, trace_id), this.largeTraceSpans),
      trace_id,
    }));
    yield* this.#inPortions(
      traces.filter(({ nodes }) => nodes.length > 0),
      signal,
    );
  }

  async readOutline(
    ...[{ project_id, trace_id }, signal]: Parameters<TraceReader['readOutline']>
  ): Promise<readonly OutlineNode[]> {
    await this.#begin(project_id, signal);
    return this.#spansOf(project_id, trace_id).map(toOutlineNode);
  }

  findSpanKeys(
    ...[{ project_id, trace_id }, signal]: Parameters<TraceReader['findSpanKeys']>
  ): Promise<readonly SpanPosition[]> {
    return this.findSpans({ project_id, trace_ids: [trace_id], span_ids: undefined }, signal);
  }

  async findTraceIds(
    ...[{ project_id, suffixes, limit }, signal]: Parameters<TraceReader['findTraceIds']>
  ): Promise<readonly string[]> {
    await this.#begin(project_id, signal);
    const ids = new Set(this.#rowsOf(project_id).map(({ span }) => span.trace_id));
    return [...ids]
      .filter((id) => suffixes.includes(id.slice(-16)))
      .sort()
      .slice(0, limit);
  }

  /** Returns the same reader. The costs are reported to the latest caller of this function. */
  measured(onCost: (cost: ReadCost) => void, room?: AnswerRoom): TraceReader {
    this.#onCost = onCost;
    return room === undefined ? this : readIntoRoom(this, room);
  }

  check(): Promise<void> {
    return this.failure === undefined ? Promise.resolve() : Promise.reject(this.failure);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #begin(projectId: string, signal: AbortSignal): Promise<void> {
    this.projectIds.push(projectId);
    if (this.isHanging) {
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    }
    await this.check();
    this.#onCost({ rows: this.#rows.length, bytes: 100 * this.#rows.length, ms: 1.5 });
  }

  async #beforeStream<Result>(read: () => Promise<Result>): Promise<Result> {
    const { failure } = this;
    if (this.portionsBeforeFailure > 0) {
      this.failure = undefined;
    }
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
      if (at / PORTION_ITEMS >= this.portionsBeforeFailure) {
        await this.check();
      }
      this.portions += 1;
      yield items.slice(at, at + PORTION_ITEMS);
    }
  }

  async *#streamRanked<Item>(
    { listing, options }: { readonly listing: TraceListing; readonly options: StreamOptions },
    show: (position: TracePosition, spans: readonly StoredSpan[]) => Item,
  ): PageStream<Item> {
    const { project_id, limit } = listing;
    await this.#beforeStream(() => this.#begin(project_id, options.signal));
    const positions = this.#rank(listing);
    const traces = positions
      .slice(0, limit)
      .map((position) => show(position, this.#spansOf(project_id, position.trace_id)));
    yield* this.#inPortions(traces, options.signal);
    return positions.length > limit;
  }

  #rank(listing: TraceListing): readonly TracePosition[] {
    return rankTraces(this.#rowsOf(listing.project_id), listing, this.hintTest);
  }

  #spansOf(projectId: string, traceId: string): readonly StoredSpan[] {
    return this.#rows.current(projectId).traces.get(traceId) ?? [];
  }

  #rowsOf(projectId: string): readonly Row[] {
    return this.#rows.current(projectId).rows;
  }
}

/** Number of items per portion. It is small, so that lists have several portions. */
const PORTION_ITEMS = 2;
