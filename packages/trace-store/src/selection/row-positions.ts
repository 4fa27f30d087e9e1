import { tableRows } from '../connection/run-statement.js';
import type { SpanPosition, TracePosition } from '../trace-reader.js';

/** The position of a row and its receive time, which identifies the version. */
export interface SpanKey extends SpanPosition {
  readonly received_at: bigint;
}

/** Decodes lines of start_time, trace_id, span_id and received_at; times are ns since the Unix epoch. */
export function decodeKeys(answer: Buffer): readonly SpanKey[] {
  return tableRows(answer).map(([start = '0', trace_id = '', span_id = '', received = '0']) => ({
    start_time: BigInt(start),
    trace_id,
    span_id,
    received_at: BigInt(received),
  }));
}

/** Returns whether rows have the same position, which makes them versions of one span. */
export function isSamePosition(left: SpanPosition, right: SpanPosition): boolean {
  return compareSpanPositions(left, right) === 0;
}

/**
 * Compares positions in the order of the sort key. Ids are lower-case hex of equal length, so text order is byte order.
 */
export function compareSpanPositions(left: SpanPosition, right: SpanPosition): number {
  return (
    compare(left.start_time, right.start_time) ||
    compare(left.trace_id, right.trace_id) ||
    compare(left.span_id, right.span_id)
  );
}

/** Compares traces by rank and then by id, in ascending order. */
export function compareTracePositions(left: TracePosition, right: TracePosition): number {
  return compare(left.rank, right.rank) || compare(left.trace_id, right.trace_id);
}

function compare<Value extends bigint | string>(left: Value, right: Value): number {
  if (left === right) {
    return 0;
  }
  return left < right ? -1 : 1;
}
