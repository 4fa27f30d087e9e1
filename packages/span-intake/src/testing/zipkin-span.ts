import type { JsonObject } from '@spanhouse/span-schema';

export const ZIPKIN_TRACE_ID = '5af7183fb1d4cf5f';
export const ZIPKIN_SPAN_ID = '6b221d5bc9e6496c';

/** A Zipkin v2 span as a reporter sends it; give what a test is about. */
export function aZipkinSpan(members: JsonObject = {}): JsonObject {
  return {
    traceId: ZIPKIN_TRACE_ID,
    id: ZIPKIN_SPAN_ID,
    name: 'get /api',
    timestamp: 1_777_629_660_000_123,
    duration: 1431,
    ...members,
  };
}
