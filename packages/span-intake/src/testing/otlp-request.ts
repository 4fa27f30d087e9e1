import { Buffer } from 'node:buffer';
import type { JsonObject } from '@spanhouse/span-schema';

export const otlpTraceId = '5b8efff798038103d269b633813fc60c';
export const otlpSpanId = 'eee19b7ec3c1b174';

export function otlpRequestOf(...spans: JsonObject[]): JsonObject {
  return { resourceSpans: [{ scopeSpans: [{ spans }] }] };
}

export function anOtlpSpan(members: JsonObject = {}): JsonObject {
  return {
    traceId: otlpTraceId,
    spanId: otlpSpanId,
    startTimeUnixNano: '1777629660000000000',
    endTimeUnixNano: '1777629660200000005',
    ...members,
  };
}

/** Encodes a length-delimited field without a library, so that tests can produce bytes that no encoder writes. */
export function protobufMessage(
  field: number,
  ...parts: readonly (Uint8Array | number[])[]
): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = [];
  for (let rest = content.length; ; rest >>>= 7) {
    if (rest < 0x80) {
      length.push(rest);
      break;
    }
    length.push((rest & 0x7f) | 0x80);
  }
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...length]), content]);
}

export const otlpSpanIdFields = Buffer.concat([
  protobufMessage(1, Buffer.from(otlpTraceId, 'hex')),
  protobufMessage(2, Buffer.from(otlpSpanId, 'hex')),
]);

/** Encodes a request with one span that has valid ids and the given fields. */
export function protobufRequestOf(...spanFields: Buffer[]) {
  return protobufMessage(
    1,
    protobufMessage(2, protobufMessage(2, otlpSpanIdFields, ...spanFields)),
  );
}
