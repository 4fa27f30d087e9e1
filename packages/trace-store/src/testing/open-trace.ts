import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '../trace-reader.js';

/** Opens the spans of a trace. If the trace has at least `largeSpans` spans, they are read one at a time on demand. */
export function openTrace(
  spans: readonly StoredSpan[],
  largeSpans: number,
): Omit<WholeTrace, 'trace_id'> {
  return {
    nodes: spans,
    held: spans.length < largeSpans ? spans : undefined,
    read: (positions) => positions.map((position) => spans.slice(position, position + 1)),
  };
}
