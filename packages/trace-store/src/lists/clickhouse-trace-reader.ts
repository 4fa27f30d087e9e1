import { drainStream, mapStream } from '@spanhouse/service-runtime';
import type { TraceReaderConfig } from '../clickhouse-config.js';
import {
  openRead,
  type RunStatement,
  type StatementRunnerOptions,
  settingsOf,
  withDeadline,
} from '../connection/run-statement.js';
import { closeRunner, openRunner, type RunnerDependencies } from '../connection/runner.js';
import { checkServer } from '../schema/check-server.js';
import { checkSchema } from '../schema/schema-state.js';
import type {
  PageStream,
  SpanSelection,
  StreamOptions,
  TraceCalls,
  TraceReader,
} from '../trace-reader.js';
import { readCallNodes } from '../traces/call-nodes.js';
import { findSpanKeys, findSpans, findTraceIds } from '../traces/find-by-id.js';
import { groupByRows } from '../traces/open-traces.js';
import { readOutline } from '../traces/trace-outline.js';
import { streamSpans } from './list-spans.js';
import { streamSummaries } from './list-summaries.js';
import { streamRanked, streamTraces } from './list-traces.js';
import { ExtentReaches, narrowToExtents, narrowToTraces } from './narrow-selection.js';
import { type ListRead, ProjectReaches } from './project-reaches.js';
import type { RankedTrace, TraceWalkStart } from './rank-traces.js';
import { streamFoundSpans, streamFoundTraces } from './stream-found.js';
import { countReceived, streamReceived } from './stream-received.js';

/** Maximum number of connections. With more connections, concurrent reads would only slow each other down. */
const MAX_CONNECTIONS = 32;

/** Creates the reader. No connection opens before the first call. Each method call is one read. */
export function createTraceReader(
  config: TraceReaderConfig,
  dependencies: RunnerDependencies,
): TraceReader {
  const options = openRunner(config, MAX_CONNECTIONS, dependencies);
  return createReader({
    options,
    reaches: new ProjectReaches(options.clock),
    extents: new ExtentReaches(),
  });
}

interface Connection {
  readonly options: StatementRunnerOptions;
  readonly reaches: ProjectReaches;
  readonly extents: ExtentReaches;
}

function createReader(connection: Connection): TraceReader {
  const { options } = connection;
  const read = <Result>(signal: AbortSignal, work: (run: RunStatement) => Promise<Result>) =>
    withDeadline(options, signal, work);
  const openSpans = list(connection, streamSpans);
  return {
    listSpans: async (listing, signal) => {
      const [spans, hasMore] = await collect(openSpans(listing, { signal, deadline: 'shared' }));
      return { spans, hasMore };
    },
    streamSpans: openSpans,
    streamTraces: list(connection, streamTraces),
    streamSummaries: list(connection, streamSummaries),
    streamCalls: list(connection, streamCalls),
    streamReceived: (selection, streamed) =>
      stream(connection, streamed, ({ run }) => streamReceived(run, selection)),
    countReceived: (selection, signal) => read(signal, (run) => countReceived(run, selection)),
    findSpans: (ids, signal) => read(signal, (run) => findSpans(run, ids)),
    streamFoundSpans: (ids, streamed) =>
      stream(connection, streamed, (opened) => streamFoundSpans(opened, ids)),
    streamFoundTraces: (ids, streamed) =>
      stream(connection, streamed, ({ run }) => streamFoundTraces(run, ids)),
    readOutline: (trace, signal) => read(signal, (run) => readOutline(run, trace)),
    findSpanKeys: (trace, signal) => read(signal, (run) => findSpanKeys(run, trace)),
    findTraceIds: (ending, signal) => read(signal, (run) => findTraceIds(run, ending)),
    measured: (onCost, room) =>
      createReader({ ...connection, options: { ...options, onCost, room } }),
    check: async () => {
      const settings = settingsOf(options, options.deadlineMs);
      await checkServer(options.client, { where: 'CLICKHOUSE_URL', settings });
      await checkSchema(options.client);
    },
    close: () => closeRunner(options),
  };
}

/** The start of a list: the position after which it begins, and the narrowed selection. */
interface ListStart<After> {
  readonly selection: SpanSelection;
  readonly after: After;
}

/**
 * Returns a function that opens a read for a list and reports the progress of the search. If the filter or the extent
 * bounds restrict the traces, only the time range of these traces is searched.
 */
function list<After, Item>(
  connection: Connection,
  work: (read: ListRead, start: ListStart<After>) => PageStream<Item>,
) {
  return async function* (
    listing: SpanSelection & { readonly after: After },
    options: StreamOptions,
  ): PageStream<Item> {
    const { onSearched } = options;
    let end: bigint | undefined;
    const onEnd = (time: bigint) => {
      end = time;
    };
    const hasMore = yield* stream(connection, options, async function* (read): PageStream<Item> {
      const ofTraces = await narrowToTraces(read.run, listing);
      const selection = ofTraces && (await narrowToExtents(read.run, ofTraces, connection.extents));
      return selection === undefined
        ? false
        : yield* work({ ...read, onSearched, onEnd }, { selection, after: listing.after });
    });
    if (!hasMore && end !== undefined) {
      onSearched?.(end);
    }
    return hasMore;
  };
}

/**
 * Opens a read for a stream. If `deadline` is `shared`, one time limit applies to all statements. If it is `each`, one
 * limit applies to the statements before the first portion, and a new limit to each later statement.
 */
function stream<Item, End>(
  { options, reaches }: Connection,
  { signal, deadline }: StreamOptions,
  work: (read: ListRead) => AsyncGenerator<readonly Item[], End>,
): AsyncGenerator<readonly Item[], End> {
  const { run, renewDeadline } = openRead(options, signal);
  let isUnderWay = false;
  const runInTime: RunStatement = (statement, maxBytes) => {
    if (isUnderWay && deadline === 'each') {
      renewDeadline();
    }
    return run(statement, maxBytes);
  };
  const portions = work({ run: runInTime, reaches, isPage: deadline === 'shared' });
  return mapStream(portions, (portion) => {
    isUnderWay = true;
    return portion;
  });
}

async function collect<Item>(pages: PageStream<Item>): Promise<[Item[], boolean]> {
  const items: Item[] = [];
  const hasMore = await drainStream(pages, (portion) => {
    for (const item of portion) {
      items.push(item);
    }
  });
  return [items, hasMore];
}

/** Streams the calls in the selected traces. The traces are ordered by rank. */
function streamCalls(read: ListRead, start: TraceWalkStart): PageStream<TraceCalls> {
  const { project_id } = start.selection;
  return streamRanked(read, start, ({ run }, ranked) => openCalls(run, project_id, ranked));
}

async function* openCalls(run: RunStatement, projectId: string, ranked: readonly RankedTrace[]) {
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
