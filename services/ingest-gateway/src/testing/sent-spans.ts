export const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
export const OTHER_TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
export const SPAN_ID = '00f067aa0ba902b7';

/** A span as a client sends it; give what a test is about, undefined = left out. */
export function aSentSpan(members: Readonly<Record<string, unknown>> = {}) {
  return {
    trace_id: TRACE_ID,
    span_id: SPAN_ID,
    span_name: 'ask',
    start_time: '2026-05-01T10:00:00Z',
    end_time: '2026-05-01T10:00:01Z',
    ...members,
  };
}

/** The n-th id of its kind, from 1. */
export const spanId = (n: number): string => n.toString(16).padStart(16, '0');
export const traceId = (n: number): string => n.toString(16).padStart(32, '0');
