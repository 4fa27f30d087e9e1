import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { canonicalSpans } from './read-body.js';

export const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
export const spanId = '00f067aa0ba902b7';

/** Builds a span in the form that producers send, with the given members. */
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

/** Returns the canonical form of a span with these members. */
export function canonicalSpan(members: JsonObject): CanonicalSpan {
  const [span] = canonicalSpans({ spans: [aSentSpan(members)] });
  if (span === undefined) {
    throw new Error('No span came out');
  }
  return span;
}

/** Returns the canonical attributes of a span with these attributes. */
export function canonicalAttributes(attributes: JsonObject): JsonObject {
  return canonicalSpan({ attributes }).attributes;
}

/** Returns the canonical `ag` of a span with this `ag`. */
export function canonicalAg(ag: JsonValue): JsonValue | undefined {
  return canonicalAttributes({ ag })['ag'];
}
