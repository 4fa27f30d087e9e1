import type { LogRecord } from '../span-publisher.js';
import { deleteTraceKind, encodeDeletedTrace } from './delete-trace.js';
import { encodeMessageHeaders, rowsKind, type TextHeaders } from './message-headers.js';
import { compressRows } from './span-frame.js';

/** Maximum length of a request id in the headers; longer ids are truncated. */
const MAX_REQUEST_ID_LENGTH = 256;

/**
 * Maximum size of a record's `rows` in a log without a separate limit. It equals the default of
 * KAFKA_MAX_MESSAGE_BYTES.
 */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** Returns the number of bytes that a record occupies in memory, without its headers. */
export function bytesOf(record: LogRecord): number {
  return bodyOf(record).byteLength;
}

/** Encodes a record in the form that the log stores, without the message number. */
export async function toMessage(
  record: LogRecord,
): Promise<{ readonly headers: TextHeaders; readonly value: Buffer }> {
  const { projectId, receivedAt, requestId } = record;
  const headers = encodeMessageHeaders({
    ...factsOf(record),
    projectId,
    receivedAt,
    requestId: requestId.slice(0, MAX_REQUEST_ID_LENGTH),
  });
  return { headers, value: 'rows' in record ? await compressRows(record.rows) : bodyOf(record) };
}

function factsOf(record: LogRecord) {
  if ('deletedTraceId' in record) {
    const uncompressedBytes = bytesOf(record);
    return { kind: deleteTraceKind, rowSchemaVersion: 0, spanCount: 0, uncompressedBytes };
  }
  const { rowSchemaVersion, spanCount } = record;
  const rows = { kind: rowsKind, rowSchemaVersion, spanCount };
  if ('frame' in record) {
    return { ...rows, uncompressedBytes: record.uncompressedBytes, retryOf: record.retryOf };
  }
  const { retentionDays } = record;
  const kept = retentionDays === undefined ? {} : { retentionDays };
  return { ...rows, uncompressedBytes: bytesOf(record), ...kept };
}

function bodyOf(record: LogRecord): Buffer {
  if ('deletedTraceId' in record) {
    return Buffer.from(encodeDeletedTrace(record.deletedTraceId));
  }
  const { buffer, byteOffset, byteLength } = 'frame' in record ? record.frame : record.rows;
  return Buffer.from(buffer, byteOffset, byteLength);
}
