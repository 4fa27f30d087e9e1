import { tableRows } from '../connection/run-statement.js';
import type { SpanPosition, TracePosition } from '../trace-reader.js';

/** The position of a row, and its receive time, which distinguishes the versions of a span. */
export interface SpanKey extends SpanPosition {
  readonly received_at: bigint;
}

/** Decodes lines that contain start_time, trace_id, span_id and received_at. Times are in ns since the Unix epoch. */
export function decodeKeys(answer: Buffer): readonly SpanKey[] {
  return tableRows(answer).map(([start = '0', trace_id = '', span_id = '', received = '0']) => ({
    start_time: BigInt(start),
    trace_id,
    span_id,
    received_at: BigInt(received),
  }));
}

/** Returns whether two rows have the same position. Such rows are versions of one span. */
export function isSamePosition(left: SpanPosition, right: SpanPosition): boolean {
  return compareSpanPositions(left, right) === 0;
}

/**
 * Compares positions in the order of the sort key. All ids are lower-case hex of equal length, so string order is byte
 * order.
 */
export function compareSpanPositions(left: SpanPosition, right: SpanPosition): number {
  return (
    compare(left.start_time, right.start_time) ||
    compare(left.trace_id, right.trace_id) ||
    compare(left.span_id, right.span_id)
  );
}

/** Compares traces by rank and, if the ranks are equal, by id. */
export function compareTracePositions(left: TracePosition, right: TracePosition): number {
  return compare(left.rank, right.rank) || compare(left.trace_id, right.trace_id);
}

function compare<Value extends bigint | string>(left: Value, right: Value): number {
  if (left === right) {
    return 0;
  }
  return left < right ? -1 : 1;
}
