import type { TracePosition } from '@spanhouse/trace-store/reader';

/** Compares two traces by (rank, trace_id), descending. */
export function newestFirst(left: TracePosition, right: TracePosition): number {
  if (left.rank !== right.rank) {
    return left.rank > right.rank ? -1 : 1;
  }
  return left.trace_id > right.trace_id ? -1 : 1;
}
