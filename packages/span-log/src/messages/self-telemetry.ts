/** The mark in a request id. No client can send it, because `~` is not allowed in request ids. */
const mark = '~self~';

/**
 * Marks the id of a request that contains only spans about Spanhouse itself. Its messages carry the mark, so handling
 * them produces no further spans. See docs/adr/096-trace-spanhouse-itself-without-loops.md.
 */
export function markSelfTelemetry(requestId: string): string {
  return `${mark}${requestId}`;
}

/** Returns whether a request id carries the mark. */
export function isSelfTelemetry(requestId: string): boolean {
  return requestId.startsWith(mark);
}
