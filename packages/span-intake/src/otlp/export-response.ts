import { Buffer } from 'node:buffer';
import type { DroppedSpan } from '../submission/dropped-span.js';

/** The encoding of an export request and of its response. */
export type OtlpEncoding = 'protobuf' | 'json';

/** Maximum number of refused spans that a response names. */
const NAMED_SPANS = 10;

/**
 * Encodes an ExportTraceServiceResponse. The response is empty if no span is refused, and a partial success otherwise
 * (see docs/api/otlp.md).
 */
export function encodeExportResponse(
  dropped: readonly DroppedSpan[],
  encoding: OtlpEncoding,
): Uint8Array {
  if (dropped.length === 0) {
    return Buffer.from(encoding === 'json' ? '{}' : '');
  }
  const errorMessage = describeRefused(dropped);
  if (encoding === 'json') {
    return Buffer.from(
      JSON.stringify({ partialSuccess: { rejectedSpans: String(dropped.length), errorMessage } }),
    );
  }
  const partialSuccess = Buffer.concat([
    varintField(1, dropped.length),
    textField(2, errorMessage),
  ]);
  return messageField(1, partialSuccess);
}

/** The status of a failed export request. */
export interface RpcStatus {
  /** A gRPC status code. */
  readonly code: number;
  readonly message: string;
  /**
   * Seconds until the client may retry. It is sent to gRPC clients as google.rpc.RetryInfo, and to HTTP clients as a
   * header.
   */
  readonly retryAfterSeconds?: number;
}

/** Encodes a google.rpc.Status. */
export function encodeRpcStatus(status: RpcStatus, encoding: OtlpEncoding): Uint8Array {
  const { code, message, retryAfterSeconds } = status;
  return encoding === 'json'
    ? Buffer.from(JSON.stringify({ code, message }))
    : Buffer.concat([varintField(1, code), textField(2, message), retryInfo(retryAfterSeconds)]);
}

const retryInfoType = 'type.googleapis.com/google.rpc.RetryInfo';

function retryInfo(seconds: number | undefined): Buffer {
  if (seconds === undefined) {
    return Buffer.alloc(0);
  }
  const duration = messageField(1, varintField(1, seconds));
  return messageField(3, Buffer.concat([textField(1, retryInfoType), messageField(2, duration)]));
}

/** Describes the dropped spans and names the first few: "2 spans refused: <trace>/<span> invalid_enum, …". */
function describeRefused(dropped: readonly DroppedSpan[]): string {
  const named = dropped
    .slice(0, NAMED_SPANS)
    .map(
      ({ trace_id: traceId, span_id: spanId, code }) =>
        `${nameOf(traceId)}/${nameOf(spanId)} ${code}`,
    );
  const rest = dropped.length > NAMED_SPANS ? ', …' : '';
  return `${dropped.length} ${dropped.length === 1 ? 'span' : 'spans'} refused: ${named.join(', ')}${rest}`;
}

const LONGEST_NAME = 64;

/** Truncates an id, because the id of a refused span can be any string. */
function nameOf(id: string | undefined): string {
  return id === undefined || id === '' ? '?' : id.slice(0, LONGEST_NAME);
}

/** Encodes an integer field. Omits 0, the default value in protobuf. */
function varintField(field: number, value: number): Buffer {
  return value === 0 ? Buffer.alloc(0) : Buffer.from([...varint(field << 3), ...varint(value)]);
}

/** Encodes a string field. Omits `''`, the default value in protobuf. */
function textField(field: number, text: string): Buffer {
  return text === '' ? Buffer.alloc(0) : messageField(field, Buffer.from(text));
}

/** Encodes a field with an embedded message. */
function messageField(field: number, message: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from([...varint((field << 3) | 2), ...varint(message.length)]),
    message,
  ]);
}

function varint(value: number): number[] {
  const bytes = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}
