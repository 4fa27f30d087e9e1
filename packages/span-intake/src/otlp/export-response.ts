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

/** A google.rpc.Status; `code` is a gRPC status code. */
export function encodeRpcStatus(
  status: { readonly code: number; readonly message: string },
  encoding: OtlpEncoding,
): Uint8Array {
  return encoding === 'json'
    ? Buffer.from(JSON.stringify({ code: status.code, message: status.message }))
    : Buffer.concat([varintField(1, status.code), textField(2, status.message)]);
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
