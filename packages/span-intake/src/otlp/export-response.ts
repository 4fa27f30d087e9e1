import { Buffer } from 'node:buffer';
import type { DroppedSpan } from '../submission/dropped-span.js';
import { messageField, textField, varintField } from './protobuf/protobuf-writer.js';

/** The encoding of an export request and of its answer. */
export type OtlpEncoding = 'protobuf' | 'json';

/** Maximum number of refused spans that an answer names. */
const NAMED_SPANS = 10;

/**
 * Encodes an ExportTraceServiceResponse: empty when nothing is refused, otherwise a partial success
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
  /** gRPC clients receive it as google.rpc.RetryInfo, HTTP clients as a header. */
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

/** Describes dropped spans and names the first ones: "2 spans refused: <trace>/<span> invalid_enum, …". */
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

/** Shortens an id, because the ids of a refused span can be any text. */
function nameOf(id: string | undefined): string {
  return id === undefined || id === '' ? '?' : id.slice(0, LONGEST_NAME);
}
