import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '../trace-reader.js';

/**
 * Creates an opened trace from its spans. If there are at least `largeSpans` spans, they are read one at a time on
 * demand.
 */
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
