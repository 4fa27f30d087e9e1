import type { StoredSpan } from '@spanhouse/span-row';
import type { TraceReader, WholeTrace } from '@spanhouse/trace-store/reader';
import { isSimpleTrace } from './view-simple-trace.js';

/** Returns the first root that has data. Only the roots are read. */
export async function findRoot(trace: WholeTrace): Promise<StoredSpan | undefined> {
  const roots = [...trace.nodes.keys()].filter(
    (position) => trace.nodes[position]?.parent_id === undefined,
  );
  for await (const portion of trace.read(roots)) {
    for (const span of portion) {
      if (isSimpleTrace(span)) {
        return span;
      }
    }
  }
  return undefined;
}

/**
 * Returns the root of a simple trace; undefined if the trace does not exist or is not a simple
 * trace.
 */
export async function lookUpSimpleTrace(
  { project_id, trace_id }: { readonly project_id: string; readonly trace_id: string },
  reader: TraceReader,
  signal: AbortSignal,
): Promise<StoredSpan | undefined> {
  const options = { signal, deadline: 'shared' } as const;
  for await (const traces of reader.streamFoundTraces(
    { project_id, trace_ids: [trace_id] },
    options,
  )) {
    for (const trace of traces) {
      return await findRoot(trace);
    }
  }
  return undefined;
}
