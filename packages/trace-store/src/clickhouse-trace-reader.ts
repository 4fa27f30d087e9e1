import type { StoredSpan } from '@spanhouse/span-row';
import { findSpanKeys } from './find-span-keys.js';
import { findSpans } from './find-spans.js';
import { streamSpans } from './list-spans.js';
import { streamTraces } from './list-traces.js';
import { narrowToTraces } from './narrow-to-traces.js';
import type { ReadCost } from './read-cost.js';
import {
  openRead,
  type RunStatement,
  type StatementRunnerOptions,
  withDeadline,
} from './run-statement.js';
import { checkSchema } from './schema-state.js';
import { closeRunner } from './statement-runner.js';
import { streamFoundSpans, streamFoundTraces } from './stream-found.js';
import type {
  PageStream,
  RankedWholeTrace,
  SelectedTrace,
  SpanIdsToFind,
  SpanPage,
  SpanPosition,
  SpanSelection,
  StreamOptions,
  TracePage,
  TraceReader,
  WholeTrace,
} from './trace-reader.js';

type SpanListing = Parameters<TraceReader['listSpans']>[0];
type TraceListing = Parameters<TraceReader['listTraces']>[0];

export class ClickHouseTraceReader implements TraceReader {
  readonly #options: StatementRunnerOptions;

  constructor(options: StatementRunnerOptions) {
    this.#options = options;
  }

  async listSpans(listing: SpanListing, signal: AbortSignal): Promise<SpanPage> {
    const [spans, hasMore] = await collect(
      this.streamSpans(listing, { signal, deadline: 'shared' }),
    );
    return { spans, hasMore };
  }

  streamSpans(listing: SpanListing, options: StreamOptions): PageStream<StoredSpan> {
    return this.#stream(options, (run) =>
      narrowed(run, listing, (selection) => streamSpans(run, selection, listing.after)),
    );
  }

  async listTraces(listing: TraceListing, signal: AbortSignal): Promise<TracePage> {
    const stream = this.streamTraces(listing, { signal, deadline: 'shared' });
    const traces: SelectedTrace[] = [];
    for (;;) {
      const step = await stream.next();
      if (step.done) {
        return { traces, hasMore: step.value };
      }
      for (const trace of step.value) {
        traces.push(await readAllOf(trace));
      }
    }
  }

  streamTraces(listing: TraceListing, options: StreamOptions): PageStream<RankedWholeTrace> {
    return this.#stream(options, (run) =>
      narrowed(run, listing, (selection) => streamTraces(run, { selection, after: listing.after })),
    );
  }

  findSpans(ids: SpanIdsToFind, signal: AbortSignal): Promise<readonly StoredSpan[]> {
    return this.#read(signal, (run) => findSpans(run, ids));
  }

  streamFoundSpans(
    ids: SpanIdsToFind,
    options: StreamOptions,
  ): AsyncGenerator<readonly StoredSpan[]> {
    return this.#stream(options, (run) => streamFoundSpans(run, ids));
  }

  streamFoundTraces(
    ids: { readonly project_id: string; readonly trace_ids: readonly string[] },
    options: StreamOptions,
  ): AsyncGenerator<readonly WholeTrace[]> {
    return this.#stream(options, (run) => streamFoundTraces(run, ids));
  }

  findSpanKeys(
    trace: { readonly project_id: string; readonly trace_id: string },
    signal: AbortSignal,
  ): Promise<readonly SpanPosition[]> {
    return this.#read(signal, (run) => findSpanKeys(run, trace));
  }

  measured(onCost: (cost: ReadCost) => void): TraceReader {
    return new ClickHouseTraceReader({ ...this.#options, onCost });
  }

  async check(): Promise<void> {
    await checkSchema(this.#options.client);
  }

  async close(): Promise<void> {
    await closeRunner(this.#options);
  }

  #read<Result>(
    signal: AbortSignal,
    work: (run: RunStatement) => Promise<Result>,
  ): Promise<Result> {
    return withDeadline(this.#options, signal, work);
  }

  async *#stream<Item, End>(
    { signal, deadline }: StreamOptions,
    work: (run: RunStatement) => AsyncGenerator<readonly Item[], End>,
  ): AsyncGenerator<readonly Item[], End> {
    const { run, renewDeadline } = openRead(this.#options, signal);
    let isUnderWay = false;
    const portions = work((statement, maxBytes) => {
      if (isUnderWay && deadline === 'each') {
        renewDeadline();
      }
      return run(statement, maxBytes);
    });
    for (;;) {
      const step = await portions.next();
      if (step.done) {
        return step.value;
      }
      isUnderWay = true;
      yield step.value;
    }
  }
}

async function* narrowed<Item>(
  run: RunStatement,
  listing: SpanSelection,
  list: (selection: SpanSelection) => PageStream<Item>,
): PageStream<Item> {
  const selection = await narrowToTraces(run, listing);
  return selection === undefined ? false : yield* list(selection);
}

async function readAllOf(trace: RankedWholeTrace): Promise<SelectedTrace> {
  const { trace_id, rank, nodes } = trace;
  const spans: StoredSpan[] = [];
  for await (const portion of trace.read([...nodes.keys()])) {
    for (const span of portion) {
      spans.push(span);
    }
  }
  return { trace_id, rank, spans };
}

async function collect<Item>(stream: PageStream<Item>): Promise<[Item[], boolean]> {
  const items: Item[] = [];
  for (;;) {
    const step = await stream.next();
    if (step.done) {
      return [items, step.value];
    }
    for (const item of step.value) {
      items.push(item);
    }
  }
}
