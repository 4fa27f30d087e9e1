/** The mark in a request id. Clients cannot send it, because request ids must not contain `~`. */
const mark = '~self~';

/**
 * Marks the id of a request that contains only spans about Spanhouse itself. The mark is also in the request's
 * messages, so that handling them produces no further spans. See docs/adr/096-trace-spanhouse-itself-without-loops.md.
 */
export function markSelfTelemetry(requestId: string): string {
  return `${mark}${requestId}`;
}

/** Returns whether a request id contains the mark. */
export function isSelfTelemetry(requestId: string): boolean {
  return requestId.startsWith(mark);
}
