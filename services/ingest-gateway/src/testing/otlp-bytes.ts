import { sampleSpanId, sampleTraceId } from './sent-spans.js';

/** Encodes a length-delimited protobuf field. */
function field(number: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length: number[] = [];
  let rest = content.length;
  for (; rest > 0x7f; rest >>>= 7) {
    length.push((rest & 0x7f) | 0x80);
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), content]);
}

function fixed64(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(9, (number << 3) | 1);
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
}

export interface OtlpSpan {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly name?: string;
  readonly kind?: number;
}

/** Encodes an ExportTraceServiceRequest with these spans. Ids are hex, of any length. */
export function otlpBytes(...spans: readonly OtlpSpan[]): Buffer {
  const encoded = spans.map(
    ({ traceId = sampleTraceId, spanId = sampleSpanId, name = 'ask', kind = 2 }) =>
      field(
        2,
        field(1, Buffer.from(traceId, 'hex')),
        field(2, Buffer.from(spanId, 'hex')),
        field(5, Buffer.from(name)),
        Buffer.from([(6 << 3) | 0, kind]),
        fixed64(7, 1_777_629_660_000_000_000n),
        fixed64(8, 1_777_629_660_200_000_005n),
      ),
  );
  return field(1, field(2, ...encoded));
}

/** Returns the same request as OTLP JSON. */
export function otlpJson(...spans: readonly OtlpSpan[]) {
  const encoded = spans.map(
    ({ traceId = sampleTraceId, spanId = sampleSpanId, name = 'ask', kind = 2 }) => ({
      traceId,
      spanId,
      name,
      kind,
      startTimeUnixNano: '1777629660000000000',
      endTimeUnixNano: '1777629660200000005',
    }),
  );
  return { resourceSpans: [{ scopeSpans: [{ spans: encoded }] }] };
}
