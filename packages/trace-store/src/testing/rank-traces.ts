import type { SpanSelection, TracePosition } from '../trace-reader.js';
import { compareTraces, inOrder, type Row, selectRows } from './select-rows.js';

/** Ranks the traces of the matching rows by their latest match, in the order of the selection. */
export function rankTraces(
  rows: readonly Row[],
  selection: SpanSelection & { readonly after: TracePosition | undefined },
): readonly TracePosition[] {
  const { order, after } = selection;
  const ranks = new Map<string, bigint>();
  for (const { span } of selectRows(rows, selection)) {
    const { trace_id, start_time } = span;
    const rank = ranks.get(trace_id);
    if (rank === undefined || rank < start_time) {
      ranks.set(trace_id, start_time);
    }
  }
  return [...ranks]
    .map(([trace_id, rank]) => ({ trace_id, rank }))
    .sort(inOrder(order, compareTraces))
    .filter((trace) => after === undefined || inOrder(order, compareTraces)(trace, after) > 0);
}
