export const sampleTraceId = '4bf92f3577b34da6a3ce929d0e0e4736';
export const otherTraceId = '0af7651916cd43dd8448eb211c80319c';
export const sampleSpanId = '00f067aa0ba902b7';

/**
 * Returns a span as a client sends it. `members` override the defaults; a member with the value undefined is omitted.
 */
export function aSentSpan(members: Readonly<Record<string, unknown>> = {}) {
  return {
    trace_id: sampleTraceId,
    span_id: sampleSpanId,
    span_name: 'ask',
    start_time: '2026-05-01T10:00:00Z',
    end_time: '2026-05-01T10:00:01Z',
    ...members,
  };
}

/** Returns the n-th span id; n starts at 1. */
export function spanId(n: number): string {
  return n.toString(16).padStart(16, '0');
}

export function traceId(n: number): string {
  return n.toString(16).padStart(32, '0');
}
