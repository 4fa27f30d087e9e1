import type { JsonObject } from '@spanhouse/span-schema';

export const zipkinTraceId = '5af7183fb1d4cf5f';
export const zipkinSpanId = '6b221d5bc9e6496c';

/** Builds a Zipkin v2 span in the form that reporters send, with the given members. */
export function aZipkinSpan(members: JsonObject = {}): JsonObject {
  return {
    traceId: zipkinTraceId,
    id: zipkinSpanId,
    name: 'get /api',
    timestamp: 1_777_629_660_000_123,
    duration: 1431,
    ...members,
  };
}
