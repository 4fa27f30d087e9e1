import type { SpanKey } from './key-walk.js';

/** The fields of each line of a TabSeparated answer; numbers and hex only, so nothing is escaped. */
export function tableRows(answer: Buffer): readonly (readonly string[])[] {
  return answer.length === 0
    ? []
    : answer
        .toString('latin1', 0, answer.length - 1)
        .split('\n')
        .map((line) => line.split('\t'));
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
