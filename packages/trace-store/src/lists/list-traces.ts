import { mapStream } from '@spanhouse/service-runtime';
import type { RunStatement } from '../connection/run-statement.js';
import type { PageStream, RankedWholeTrace, SpanSelection } from '../trace-reader.js';
import { openTraces } from '../traces/open-traces.js';
import type { ListRead } from './project-reaches.js';
import type { RankedTrace, TraceWalkStart } from './rank-traces.js';
import { walkRanks } from './rank-walk.js';

/** Number of traces in a batch of a stream, regardless of the stream's limit. */
const BATCH_TRACES = 200;

/** Reads traces in the given order, in portions. Traces without spans are omitted. */
type OpenRanked<Item> = (
  read: ListRead,
  ranked: readonly RankedTrace[],
) => AsyncGenerator<readonly Item[]>;

/** Streams the traces in a selection by rank. Returns whether the selection contains more traces than the limit. */
export function streamTraces(read: ListRead, start: TraceWalkStart): PageStream<RankedWholeTrace> {
  const { selection } = start;
  return streamRanked(read, start, ({ run }, ranked) => openRanked(run, selection, ranked));
}

/** Streams the selected traces by rank, as the items that `open` yields. */
export function streamRanked<Item>(
  read: ListRead,
  start: TraceWalkStart,
  open: OpenRanked<Item>,
): PageStream<Item> {
  return openUpTo(start.selection.limit, walkBatches(read, start), {
    open: (ranked) => open(read, ranked),
    onOpened: ({ rank }) => read.onSearched?.(rank),
  });
}

/**
 * Groups traces into batches. A page is a single batch. It has one trace more than the limit, to show whether the list
 * continues.
 */
async function* walkBatches(read: ListRead, start: TraceWalkStart) {
  const wanted = start.selection.limit + 1;
  const size = read.isPage ? wanted : Math.min(wanted, BATCH_TRACES);
  const walked = { ...start, selection: { ...start.selection, limit: size - 1 } };
  let batch: RankedTrace[] = [];
  const onSearched = (time: bigint) => {
    if (batch.length === 0) {
      read.onSearched?.(time);
    }
  };
  for await (const ranked of walkRanks({ ...read, onSearched }, walked)) {
    batch = [...batch, ...ranked];
    if (batch.length >= size) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

async function* openRanked(
  run: RunStatement,
  source: SpanSelection,
  ranked: readonly RankedTrace[],
): AsyncGenerator<readonly RankedWholeTrace[]> {
  const ranks = new Map(ranked.map(({ trace_id, rank }) => [trace_id, rank]));
  const { project_id, unread } = source;
  const extents = ranked.map(({ extent }) => extent);
  for await (const traces of openTraces(run, { project_id, unread }, extents)) {
    yield traces.map((trace) => ({ ...trace, rank: ranks.get(trace.trace_id) ?? 0n }));
  }
}

/** Functions that turn ranked traces into the items of a list. */
interface Opening<Ranked, Item> {
  /** Yields one item per trace, in the same order. A trace that was removed after it was ranked is omitted. */
  readonly open: (ranked: readonly Ranked[]) => AsyncGenerator<readonly Item[]>;
  /** Called after traces have been opened, with the last of them. */
  readonly onOpened: (last: Ranked) => void;
}

/**
 * Streams up to `limit` items and returns whether more traces follow. Only yielded items count towards the limit. A
 * list that reaches its limit therefore ends with an item, and the next page begins after this item.
 */
export async function* openUpTo<Ranked, Item>(
  limit: number,
  batches: AsyncIterable<readonly Ranked[]>,
  { open, onOpened }: Opening<Ranked, Item>,
): PageStream<Item> {
  let left = limit;
  for await (const batch of batches) {
    for (let rest = batch; rest.length > 0; ) {
      if (left === 0) {
        return true;
      }
      const part = rest.slice(0, left);
      rest = rest.slice(part.length);
      yield* mapStream(open(part), (items) => {
        left -= items.length;
        return items;
      });
      onOpened(part.at(-1) as Ranked);
    }
  }
  return false;
}
