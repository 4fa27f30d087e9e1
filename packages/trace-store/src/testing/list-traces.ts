import { drainStream } from '@spanhouse/service-runtime';
import type { StoredSpan } from '@spanhouse/span-row';
import type { TracePosition, TraceReader } from '../trace-reader.js';

interface SelectedTrace extends TracePosition {
  /** All current spans of the trace, selected or not, in the order (start_time, span_id). */
  readonly spans: readonly StoredSpan[];
}

export interface TracePage {
  readonly traces: readonly SelectedTrace[];
  readonly hasMore: boolean;
}

/** Reads a list of traces into memory, with all spans of each trace. */
export async function listTraces(
  reader: TraceReader,
  listing: Parameters<TraceReader['streamTraces']>[0],
  signal: AbortSignal,
): Promise<TracePage> {
  const traces: SelectedTrace[] = [];
  const stream = reader.streamTraces(listing, { signal, deadline: 'shared' });
  const hasMore = await drainStream(stream, async (portion) => {
    for (const { trace_id, rank, nodes, read } of portion) {
      const spans: StoredSpan[] = [];
      for await (const part of read([...nodes.keys()])) {
        spans.push(...part);
      }
      traces.push({ trace_id, rank, spans });
    }
  });
  return { traces, hasMore };
}
