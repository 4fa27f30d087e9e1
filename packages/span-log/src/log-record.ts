import { deleteTraceKind, encodeDeletedTrace } from './delete-trace.js';
import { encodeMessageHeaders, rowsKind, type TextHeaders } from './message-headers.js';
import { compressRows } from './span-frame.js';
import type { LogRecord } from './span-publisher.js';

/** Longer request ids are cut, so that headers have a bound. */
const maxRequestIdLength = 256;

/** What a record holds in memory, headers apart. */
export const bytesOf = (record: LogRecord): number => bodyOf(record).byteLength;

/** A record as it stands in the log. */
export const toMessage = async (
  record: LogRecord,
): Promise<{ readonly headers: TextHeaders; readonly value: Buffer }> => {
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
    requestId: requestId.slice(0, maxRequestIdLength),
  });
  return { headers, value: isDelete ? Buffer.from(body) : await compressRows(body) };
};

const bodyOf = (record: LogRecord): Uint8Array =>
  'deletedTraceId' in record ? encodeDeletedTrace(record.deletedTraceId) : record.rows;
