import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { canonicalSpans } from './read-body.js';

export const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
export const spanId = '00f067aa0ba902b7';

/** Builds a span in the form that a producer sends; pass the members that a test is about. */
export function aSentSpan(members: JsonObject = {}): JsonObject {
  return {
    trace_id: traceId,
    span_id: spanId,
    span_name: 'ask',
    start_time: '2026-05-01T10:00:00Z',
    end_time: '2026-05-01T10:00:01.500Z',
    ...members,
  };
}

/** The canonical form of one span. */
export function canonicalSpan(members: JsonObject): CanonicalSpan {
  const [span] = canonicalSpans({ spans: [aSentSpan(members)] });
  if (span === undefined) {
    throw new Error('No span came out');
  }
  return span;
}

/** The canonical attributes of a span that has only these. */
export function canonicalAttributes(attributes: JsonObject): JsonObject {
  return canonicalSpan({ attributes }).attributes;
}

/** The canonical `ag` of a span that has only this one. */
export function canonicalAg(ag: JsonValue): JsonValue | undefined {
  return canonicalAttributes({ ag })['ag'];
}
