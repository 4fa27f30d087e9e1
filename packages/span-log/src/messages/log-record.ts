import type { LogRecord } from '../span-publisher.js';
import { deleteTraceKind, encodeDeletedTrace } from './delete-trace.js';
import { encodeMessageHeaders, rowsKind, type TextHeaders } from './message-headers.js';
import { compressRows } from './span-frame.js';

/** Longer request ids are cut, which bounds the size of the headers. */
const MAX_REQUEST_ID_LENGTH = 256;

/** Largest `rows` of one record in a log without a limit of its own: the largest Kafka message by default. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** Size of a record in memory, without its headers. */
export function bytesOf(record: LogRecord): number {
  return bodyOf(record).byteLength;
}

/** Encodes a record as it is stored in the log. */
export async function toMessage(
  record: LogRecord,
): Promise<{ readonly headers: TextHeaders; readonly value: Buffer }> {
  const body = bodyOf(record);
  const isDelete = 'deletedTraceId' in record;
  const { projectId, receivedAt, requestId } = record;
  const headers = encodeMessageHeaders({
    kind: isDelete ? deleteTraceKind : rowsKind,
    rowSchemaVersion: isDelete ? 0 : record.rowSchemaVersion,
    projectId,
    spanCount: isDelete ? 0 : record.spanCount,
    uncompressedBytes: body.byteLength,
    receivedAt,
    requestId: requestId.slice(0, MAX_REQUEST_ID_LENGTH),
  });
  return { headers, value: isDelete ? Buffer.from(body) : await compressRows(body) };
}

function bodyOf(record: LogRecord): Uint8Array {
  return 'deletedTraceId' in record ? encodeDeletedTrace(record.deletedTraceId) : record.rows;
}
