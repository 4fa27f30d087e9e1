import { anOtlpSpan, encodeOtlp, otlpRequestOf } from '@spanhouse/span-intake/testing/otlp';
import type { JsonObject } from '@spanhouse/span-schema';
import { sampleSpanId, sampleTraceId } from './sent-spans.js';

/** Returns an export request with these spans as OTLP JSON. Ids are hex strings of any length. */
export function otlpJson(...spans: readonly JsonObject[]): JsonObject {
  const usual = { traceId: sampleTraceId, spanId: sampleSpanId, name: 'ask', kind: 2 };
  return otlpRequestOf(...spans.map((members) => anOtlpSpan({ ...usual, ...members })));
}

/** Encodes an export request with these spans in protobuf. */
export function otlpBytes(...spans: readonly JsonObject[]): Buffer {
  return Buffer.from(encodeOtlp(otlpJson(...spans)));
}
