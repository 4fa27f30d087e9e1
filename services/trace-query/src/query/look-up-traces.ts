import type { StoredSpan } from '@spanhouse/span-row';
import type { TraceReader } from '@spanhouse/trace-store/reader';
import { type AssembledTrace, assembleTrace } from './assemble-trace.js';

/** Whole traces by id, ordered by (start of the first top-level span, trace id); unknown ids are skipped. */
export async function lookUpTraces(
  reader: TraceReader,
  { project_id, trace_ids }: { readonly project_id: string; readonly trace_ids: readonly string[] },
  signal: AbortSignal,
): Promise<readonly AssembledTrace[]> {
  const spans = await reader.findSpans({ project_id, trace_ids, span_ids: undefined }, signal);
  const traces = [...groupByTrace(spans)].map(([id, own]) => assembleTrace(id, own));
  return traces.sort(byStart);
}

function groupByTrace(spans: readonly StoredSpan[]): ReadonlyMap<string, readonly StoredSpan[]> {
  const traces = new Map<string, StoredSpan[]>();
  for (const span of spans) {
    const trace = traces.get(span.trace_id);
    if (trace === undefined) {
      traces.set(span.trace_id, [span]);
    } else {
      trace.push(span);
    }
  }
  return traces;
}

function byStart(left: AssembledTrace, right: AssembledTrace): number {
  if (left.start_time !== right.start_time) {
    return left.start_time < right.start_time ? -1 : 1;
  }
  return left.trace_id < right.trace_id ? -1 : Number(left.trace_id > right.trace_id);
}
