import { mapStream } from '@spanhouse/service-runtime';
import type { StoredSpan } from '@spanhouse/span-row';
import type { AnswerRoom } from '../read-cost.js';
import type { TraceReader } from '../trace-reader.js';

interface HasSpans {
  readonly held: readonly StoredSpan[] | undefined;
}

/**
 * Wraps a reader so that it reserves memory in `room`. Streams reserve memory for each portion, and look-ups reserve
 * memory for all their spans.
 */
export function readIntoRoom(reader: TraceReader, room: AnswerRoom): TraceReader {
  const admit = async <Item extends StoredSpan | HasSpans>(
    items: readonly Item[],
    signal: AbortSignal,
  ): Promise<readonly Item[]> => {
    const bytes = items.reduce((sum, item) => sum + bytesOf(item), 0);
    if (!room.take(bytes)) {
      await room.wait(bytes, signal);
    }
    return items;
  };
  const inRoom = <Item extends StoredSpan | HasSpans, End>(
    stream: AsyncGenerator<readonly Item[], End>,
    signal: AbortSignal,
  ) => mapStream(stream, (items) => admit(items, signal));
  return {
    listSpans: async (selection, signal) => {
      const page = await reader.listSpans(selection, signal);
      return { ...page, spans: await admit(page.spans, signal) };
    },
    streamSpans: (...read) => inRoom(reader.streamSpans(...read), read[1].signal),
    streamTraces: (...read) => inRoom(reader.streamTraces(...read), read[1].signal),
    streamSummaries: (...read) => reader.streamSummaries(...read),
    streamCalls: (...read) => reader.streamCalls(...read),
    streamReceived: (...read) => inRoom(reader.streamReceived(...read), read[1].signal),
    countReceived: (...read) => reader.countReceived(...read),
    findSpans: async (ids, signal) => admit(await reader.findSpans(ids, signal), signal),
    streamFoundSpans: (...read) => inRoom(reader.streamFoundSpans(...read), read[1].signal),
    streamFoundTraces: (...read) => inRoom(reader.streamFoundTraces(...read), read[1].signal),
    readOutline: (...read) => reader.readOutline(...read),
    findSpanKeys: (...read) => reader.findSpanKeys(...read),
    findTraceIds: (...read) => reader.findTraceIds(...read),
    measured: (onCost, other) => reader.measured(onCost, other),
    check: () => reader.check(),
    close: () => reader.close(),
  };
}

function bytesOf(item: StoredSpan | HasSpans): number {
  const spans = 'held' in item ? (item.held ?? []) : [item];
  return spans.reduce(
    (sum, { attributes, events }) => sum + attributes.length + (events?.length ?? 0),
    0,
  );
}
