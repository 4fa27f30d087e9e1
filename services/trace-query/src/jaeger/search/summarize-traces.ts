import { drainStream } from '@spanhouse/service-runtime';
import { type JaegerTraceSummary, summarizeTrace } from '@spanhouse/span-dialects/jaeger';
import type { TimeWindow } from '../../front-doors/stored-times.js';
import { type OpenStore, selectWindow } from '../../front-doors/walk-traces.js';

/** Summarizes the given traces that have a span in the window, in the order of the ids. */
export async function summarizeTraces(
  traceIds: readonly string[],
  window: TimeWindow,
  store: OpenStore,
): Promise<readonly JaegerTraceSummary[]> {
  if (traceIds.length === 0) {
    return [];
  }
  const { reader, signal } = store;
  const filter = { kind: 'equals_any', field: 'trace_id', values: traceIds } as const;
  const selection = selectWindow(window, store, { filter, limit: traceIds.length });
  const summaries = new Map<string, JaegerTraceSummary>();
  await drainStream(
    reader.streamSummaries({ ...selection, after: undefined }, { signal, deadline: 'shared' }),
    (traces) => {
      for (const { trace_id, nodes } of traces) {
        summaries.set(trace_id, summarizeTrace(trace_id, nodes));
      }
    },
  );
  return traceIds.flatMap((id) => summaries.get(id) ?? []);
}
