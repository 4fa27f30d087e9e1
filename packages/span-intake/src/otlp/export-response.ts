import { Buffer } from 'node:buffer';
import type { DroppedSpan } from '../dropped-span.js';
import { messageField, textField, varintField } from './protobuf-writer.js';

/** The answer uses the request's encoding. */
export type OtlpEncoding = 'protobuf' | 'json';

const NAMED_SPANS = 10;

/** An ExportTraceServiceResponse: empty when nothing was refused, else a partial success. */
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

export interface RpcStatus {
  /** A gRPC status code. */
  readonly code: number;
  readonly message: string;
  /** Told to clients of gRPC as a google.rpc.RetryInfo; over HTTP a header says it. */
  readonly retryAfterSeconds?: number;
}

/** A google.rpc.Status. */
export function encodeRpcStatus(status: RpcStatus, encoding: OtlpEncoding): Uint8Array {
  const { code, message, retryAfterSeconds } = status;
  return encoding === 'json'
    ? Buffer.from(JSON.stringify({ code, message }))
    : Buffer.concat([varintField(1, code), textField(2, message), retryInfo(retryAfterSeconds)]);
}

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

function retryInfo(seconds: number | undefined): Buffer {
  if (seconds === undefined) {
    return Buffer.alloc(0);
  }
  const duration = messageField(1, varintField(1, seconds));
  return messageField(3, Buffer.concat([textField(1, RETRY_INFO), messageField(2, duration)]));
}

/** "2 spans refused: <trace>/<span> invalid_enum, …": the first ones by name. */
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

/** Ids of a refused span may be anything. */
function nameOf(id: string | undefined): string {
  return id === undefined || id === '' ? '?' : id.slice(0, LONGEST_NAME);
}
