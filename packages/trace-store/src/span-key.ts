import { tableRows } from './table-rows.js';
import type { SpanPosition } from './trace-reader.js';

/** The place of a row, and when it was received: its version. */
export interface SpanKey extends SpanPosition {
  readonly received_at: bigint;
}

/** Lines of start_time, trace_id, span_id, received_at. */
export function decodeKeys(answer: Buffer): readonly SpanKey[] {
  return tableRows(answer).map(([start = '0', trace_id = '', span_id = '', received = '0']) => ({
    start_time: BigInt(start),
    trace_id,
    span_id,
    received_at: BigInt(received),
  }));
}

export function isSamePlace(left: SpanPosition, right: SpanPosition): boolean {
  return (
    left.start_time === right.start_time &&
    left.span_id === right.span_id &&
    left.trace_id === right.trace_id
  );
}
