import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '../trace-reader.js';

/** Opens the spans of a trace. A trace of at least `largeSpans` spans is read one span at a time on demand. */
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
