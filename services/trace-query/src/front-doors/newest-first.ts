import type { TracePosition } from '@spanhouse/trace-store/reader';

/** Compares two traces for sorting by (rank, trace_id) in descending order. */
export function newestFirst(left: TracePosition, right: TracePosition): number {
  if (left.rank !== right.rank) {
    return left.rank > right.rank ? -1 : 1;
  }
  return left.trace_id > right.trace_id ? -1 : 1;
}
