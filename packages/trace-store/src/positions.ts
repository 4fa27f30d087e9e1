import type { SpanPosition, TracePosition } from './trace-reader.js';

/** Ids are lower-case hex of one length: text order is byte order. */
export function compareSpanPositions(left: SpanPosition, right: SpanPosition): number {
  return (
    compare(left.start_time, right.start_time) ||
    compare(left.trace_id, right.trace_id) ||
    compare(left.span_id, right.span_id)
  );
}

export function compareTracePositions(left: TracePosition, right: TracePosition): number {
  return compare(left.rank, right.rank) || compare(left.trace_id, right.trace_id);
}

function compare<Value extends bigint | string>(left: Value, right: Value): number {
  if (left === right) {
    return 0;
  }
  return left < right ? -1 : 1;
}
