import { Buffer } from 'node:buffer';
import type { JsonObject } from '@spanhouse/span-schema';

export const OTLP_TRACE_ID = '5b8efff798038103d269b633813fc60c';
export const OTLP_SPAN_ID = 'eee19b7ec3c1b174';

export function otlpRequestOf(...spans: JsonObject[]): JsonObject {
  return { resourceSpans: [{ scopeSpans: [{ spans }] }] };
}

export function anOtlpSpan(members: JsonObject = {}): JsonObject {
  return {
    traceId: OTLP_TRACE_ID,
    spanId: OTLP_SPAN_ID,
    startTimeUnixNano: '1777629660000000000',
    endTimeUnixNano: '1777629660200000005',
    ...members,
  };
}

/** Field and length-delimited value, by hand: for what an encoder would never write. */
export const protobufMessage = (
  field: number,
  ...parts: readonly (Uint8Array | number[])[]
): Buffer => {
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
};

export const OTLP_SPAN_ID_FIELDS = Buffer.concat([
  protobufMessage(1, Buffer.from(OTLP_TRACE_ID, 'hex')),
  protobufMessage(2, Buffer.from(OTLP_SPAN_ID, 'hex')),
]);
/** A request with one span of these fields and valid ids. */
export const protobufRequestOf = (...spanFields: Buffer[]) =>
  protobufMessage(1, protobufMessage(2, protobufMessage(2, OTLP_SPAN_ID_FIELDS, ...spanFields)));
