import { AppError } from '@spanhouse/service-runtime';
import {
  deletedTraceOf,
  deleteTraceKind,
  type LogMessage,
  rowsKind,
} from '@spanhouse/span-log/subscription';
import { columnsOfVersion, UnknownRowVersionError } from '@spanhouse/span-row';

/** Why this version must stop at a message rather than skip it; `undefined` for one it can store. */
export function unsupported(message: LogMessage): AppError | undefined {
  const { partition, offset, headers } = message;
  const place = `partition ${partition}, offset ${offset}`;
  if (headers.kind === deleteTraceKind) {
    if (deletedTraceOf(message) !== undefined) return undefined;
    return new AppError('MESSAGE_UNREADABLE', `the deletion at ${place} names no trace`);
  }
  if (headers.kind !== rowsKind) {
    return new AppError(
      'MESSAGE_KIND_UNKNOWN',
      `the message at ${place} is of a kind this version does not know: ${headers.kind}`,
    );
  }
  if (isKnownRowVersion(headers.rowSchemaVersion)) return undefined;
  return new AppError(
    'ROW_VERSION_UNKNOWN',
    `the message at ${place} has row schema version ${headers.rowSchemaVersion}, newer than this consumer`,
  );
}

function isKnownRowVersion(version: number): boolean {
  try {
    return columnsOfVersion(version).length > 0;
  } catch (error) {
    if (error instanceof UnknownRowVersionError) return false;
    throw error;
  }
}
