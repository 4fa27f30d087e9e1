import { AppError } from '@spanhouse/service-runtime';
import {
  deletedTraceOf,
  deleteTraceKind,
  foreignKind,
  type LogMessage,
  rowsKind,
} from '@spanhouse/span-log/subscription';
import { isKnownRowVersion } from '@spanhouse/span-row';

/**
 * Returns an error if this version cannot store a message. The consumer then stops, because skipping the message would
 * lose it; during an upgrade, a newer consumer can take over.
 */
export function unsupported(message: LogMessage): AppError | undefined {
  const { partition, offset, headers } = message;
  const position = `partition ${partition}, offset ${offset}`;
  if (headers.kind === deleteTraceKind) {
    if (deletedTraceOf(message) !== undefined) {
      return undefined;
    }
    return new AppError('MESSAGE_UNREADABLE', `the deletion at ${position} names no trace`);
  }
  if (headers.kind === foreignKind) {
    return undefined;
  }
  if (headers.kind !== rowsKind) {
    return new AppError(
      'MESSAGE_KIND_UNKNOWN',
      `the message at ${position} has the unknown kind ${headers.kind}`,
    );
  }
  if (isKnownRowVersion(headers.rowSchemaVersion)) {
    return undefined;
  }
  return new AppError(
    'ROW_VERSION_UNKNOWN',
    `the message at ${position} has row schema version ${headers.rowSchemaVersion}, newer than this consumer`,
  );
}
