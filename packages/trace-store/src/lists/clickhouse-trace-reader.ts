import { drainStream, mapStream } from '@spanhouse/service-runtime';
import type { StoredSpan } from '@spanhouse/span-row';
import type { TraceReaderConfig } from '../clickhouse-config.js';
import {
  openRead,
  type RunStatement,
  type StatementRunnerOptions,
  settingsOf,
  withDeadline,
} from '../connection/run-statement.js';
import {
  closeRunner,
  openRunner,
  type RunnerDependencies,
} from '../connection/statement-runner.js';
import type { AnswerRoom, ReadCost } from '../read-cost.js';
import { checkServer } from '../schema/check-server.js';
import { checkSchema } from '../schema/schema-state.js';
import type {
  OutlineNode,
  PageStream,
  RankedWholeTrace,
  ReceivedSelection,
  SpanIdsToFind,
  SpanPage,
  SpanPosition,
  SpanSelection,
  StreamOptions,
  TraceCalls,
  TraceIdEnds,
  TraceReader,
  TraceToSummarize,
  WholeTrace,
} from '../trace-reader.js';
import { readCallNodes } from '../traces/call-nodes.js';
import { findSpanKeys, findSpans } from '../traces/find-spans-by-id.js';
import { findTraceIds } from '../traces/find-trace-ids.js';
import { groupByRows } from '../traces/open-traces.js';
import { readOutline } from '../traces/trace-outline.js';
import { streamSpans } from './list-spans.js';
import { streamSummaries } from './list-summaries.js';
import { streamRanked, streamTraces } from './list-traces.js';
import { ExtentReaches, narrowToExtents } from './narrow-to-extents.js';
import { narrowToTraces } from './narrow-to-traces.js';
import { type ListRead, ProjectReaches } from './project-reaches.js';
import type { RankedTrace, TraceWalkStart } from './rank-traces.js';
import { streamFoundSpans, streamFoundTraces } from './stream-found.js';
import { countReceived, streamReceived } from './stream-received.js';

type SpanListing = Parameters<TraceReader['listSpans']>[0];
type TraceListing = Parameters<TraceReader['streamTraces']>[0];

/** More concurrent reads only slow each other down. */
const MAX_CONNECTIONS = 32;

/** Opens nothing until the first call. */
export function createTraceReader(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): TraceReader {
  return new ClickHouseTraceReader(openRunner(config, MAX_CONNECTIONS, dependencies));
}

/** Reads spans and traces from ClickHouse. Each method is one read. */
class ClickHouseTraceReader implements TraceReader {
  readonly #options: StatementRunnerOptions;
  readonly #reaches: ProjectReaches;
  readonly #extents: ExtentReaches;

  constructor(
    options: StatementRunnerOptions,
    reaches = new ProjectReaches(options.clock),
    extents = new ExtentReaches(),
  ) {
    this.#options = options;
    this.#reaches = reaches;
    this.#extents = extents;
  }

  async listSpans(listing: SpanListing, signal: AbortSignal): Promise<SpanPage> {
    const [spans, hasMore] = await collect(
      this.streamSpans(listing, { signal, deadline: 'shared' }),
    );
    return { spans, hasMore };
  }

  streamSpans(listing: SpanListing, options: StreamOptions): PageStream<StoredSpan> {
    return this.#list(options, (read) =>
      this.#narrowed(read.run, listing, (selection) => streamSpans(read, selection, listing.after)),
    );
  }

  streamTraces(listing: TraceListing, options: StreamOptions): PageStream<RankedWholeTrace> {
    return this.#list(options, (read) =>
      this.#narrowed(read.run, listing, (selection) =>
        streamTraces(read, { selection, after: listing.after }),
      ),
    );
  }

  streamSummaries(listing: TraceListing, options: StreamOptions): PageStream<TraceToSummarize> {
    return this.#list(options, (read) =>
      this.#narrowed(read.run, listing, (selection) =>
        streamSummaries(read, { selection, after: listing.after }),
      ),
    );
  }

  streamCalls(listing: TraceListing, options: StreamOptions): PageStream<TraceCalls> {
    return this.#list(options, (read) =>
      this.#narrowed(read.run, listing, (selection) =>
        streamCalls(read, { selection, after: listing.after }),
      ),
    );
  }

  streamReceived(selection: ReceivedSelection, options: StreamOptions): PageStream<StoredSpan> {
    return this.#stream(options, ({ run }) => streamReceived(run, selection));
  }

  countReceived(selection: ReceivedSelection, signal: AbortSignal): Promise<number> {
    return withDeadline(this.#options, signal, (run) => countReceived(run, selection));
  }

  findSpans(ids: SpanIdsToFind, signal: AbortSignal): Promise<readonly StoredSpan[]> {
    return withDeadline(this.#options, signal, (run) => findSpans(run, ids));
  }

  streamFoundSpans(
    ids: SpanIdsToFind,
    options: StreamOptions,
  ): AsyncGenerator<readonly StoredSpan[]> {
    return this.#stream(options, (read) => streamFoundSpans(read, ids));
  }

  streamFoundTraces(
    ids: { readonly project_id: string; readonly trace_ids: readonly string[] },
    options: StreamOptions,
  ): AsyncGenerator<readonly WholeTrace[]> {
    return this.#stream(options, ({ run }) => streamFoundTraces(run, ids));
  }

  readOutline(
    trace: { readonly project_id: string; readonly trace_id: string },
    signal: AbortSignal,
  ): Promise<readonly OutlineNode[]> {
    return withDeadline(this.#options, signal, (run) => readOutline(run, trace));
  }

  findSpanKeys(
    trace: { readonly project_id: string; readonly trace_id: string },
    signal: AbortSignal,
  ): Promise<readonly SpanPosition[]> {
    return withDeadline(this.#options, signal, (run) => findSpanKeys(run, trace));
  }

  findTraceIds(ending: TraceIdEnds, signal: AbortSignal): Promise<readonly string[]> {
    return withDeadline(this.#options, signal, (run) => findTraceIds(run, ending));
  }

  measured(onCost: (cost: ReadCost) => void, room?: AnswerRoom): TraceReader {
    const options = { ...this.#options, onCost, room };
    return new ClickHouseTraceReader(options, this.#reaches, this.#extents);
  }

  async check(): Promise<void> {
    const { client, deadlineMs } = this.#options;
    await checkServer(client, {
      where: 'CLICKHOUSE_URL',
      settings: settingsOf(this.#options, deadlineMs),
    });
    await checkSchema(client);
  }

  async close(): Promise<void> {
    await closeRunner(this.#options);
  }

  /** Lists a selection within the time range of the traces that its filter and extent bounds require. */
  async *#narrowed<Item>(
    run: RunStatement,
    listing: SpanSelection,
    list: (selection: SpanSelection) => PageStream<Item>,
  ): PageStream<Item> {
    const ofTraces = await narrowToTraces(run, listing);
    const selection = ofTraces && (await narrowToExtents(run, ofTraces, this.#extents));
    return selection === undefined ? false : yield* list(selection);
  }

  /** Opens a read for a list and reports how far it has searched. */
  async *#list<Item>(
    options: StreamOptions,
    work: (read: ListRead) => PageStream<Item>,
  ): PageStream<Item> {
    const { onSearched } = options;
    let end: bigint | undefined;
    const onEnd = (time: bigint) => {
      end = time;
    };
    const hasMore = yield* this.#stream(options, (read) => work({ ...read, onSearched, onEnd }));
    if (!hasMore && end !== undefined) {
      onSearched?.(end);
    }
    return hasMore;
  }

  /**
   * Opens a read for a stream. With the deadline `shared`, one time limit covers all statements. With `each`, it covers
   * the statements up to the first portion, and each later statement has its own limit.
   */
  #stream<Item, End>(
    { signal, deadline }: StreamOptions,
    work: (read: ListRead) => AsyncGenerator<readonly Item[], End>,
  ): AsyncGenerator<readonly Item[], End> {
    const { run, renewDeadline } = openRead(this.#options, signal);
    let isUnderWay = false;
    const runInTime: RunStatement = (statement, maxBytes) => {
      if (isUnderWay && deadline === 'each') {
        renewDeadline();
      }
      return run(statement, maxBytes);
    };
    const isPage = deadline === 'shared';
    const portions = work({ run: runInTime, reaches: this.#reaches, isPage });
    return mapStream(portions, (portion) => {
      isUnderWay = true;
      return portion;
    });
  }
}

async function collect<Item>(stream: PageStream<Item>): Promise<[Item[], boolean]> {
  const items: Item[] = [];
  const hasMore = await drainStream(stream, (portion) => {
    for (const item of portion) {
      items.push(item);
    }
  });
  return [items, hasMore];
}

/** Streams the calls of the traces of a selection, by rank. */
function streamCalls(read: ListRead, start: TraceWalkStart): PageStream<TraceCalls> {
  const { project_id } = start.selection;
  return streamRanked(read, start, ({ run }, ranked) => openCalls(run, project_id, ranked));
}

async function* openCalls(
  run: RunStatement,
  projectId: string,
  ranked: readonly RankedTrace[],
): AsyncGenerator<readonly TraceCalls[]> {
  const traces = ranked.map((trace) => ({ ...trace, rowCount: trace.extent.rowCount }));
  for (const group of groupByRows(traces)) {
    const extents = group.map(({ extent }) => extent);
    const found = await readCallNodes(run, projectId, extents);
    const calls = group.flatMap(({ trace_id, rank }) => {
      const nodes = found.get(trace_id);
      return nodes === undefined ? [] : [{ trace_id, rank, nodes }];
    });
    if (calls.length > 0) {
      yield calls;
    }
  }
}
