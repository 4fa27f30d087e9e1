import { AppError, type ExplainFailure } from '@spanhouse/service-runtime';

const MAX_CAUSES = 10;
/** SQLite's primary result codes for the errors that `explainDataFailure` explains. */
const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;

/**
 * Returns a function that explains why an embedded part failed to start. All embedded parts store their data below
 * `dataDir`.
 */
export function explainDataFailure(dataDir: string): ExplainFailure {
  return (error) => {
    const causes = causesOf(error);
    const found = (isSuch: (cause: Error) => boolean) => causes.some(isSuch);
    if (found((cause) => codeOf(cause) === 'DIRECTORY_IN_USE')) {
      return `another Spanhouse uses the data directory ${dataDir}. Stop it, or set DATA_DIR to another directory.`;
    }
    const promoted = causes.find((cause) => codeOf(cause) === 'PROMOTED');
    if (promoted !== undefined) {
      return `the data directory ${dataDir} is no longer in use: ${promoted.message}. Use the services of the target, or set DATA_DIR to another directory.`;
    }
    if (found((cause) => codeOf(cause) === 'EMBEDDED_CLICKHOUSE_UNSUPPORTED')) {
      return `${causes[0]?.message}.`;
    }
    const tooSmall = causes.find((cause) => codeOf(cause) === 'DISK_TOO_SMALL');
    if (tooSmall !== undefined) {
      return `${tooSmall.message}.`;
    }
    if (found(isFull)) {
      return `the disk of the data directory ${dataDir} is full. Free some space, or set DATA_DIR to a directory on another disk.`;
    }
    if (found(isForbidden)) {
      return (
        `this user may not use all of the data directory ${dataDir} (${causes.at(-1)?.message}). ` +
        'Start as the user who owns it, or set DATA_DIR to another directory.'
      );
    }
    return undefined;
  };
}

/** Returns an error and its chain of causes; the innermost cause is last. */
function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let next = error; next instanceof Error && causes.length < MAX_CAUSES; next = next.cause) {
    causes.push(next);
  }
  return causes;
}

function codeOf(cause: Error): string | undefined {
  return cause instanceof AppError ? cause.code : (cause as NodeJS.ErrnoException).code;
}

/** Returns true if the error reports a full disk. ClickHouse, LMDB and SQLite report it in different words. */
function isFull(cause: Error): boolean {
  const isNamed =
    ['ENOSPC', 'EDQUOT'].includes(codeOf(cause) ?? '') || sqliteCodeOf(cause) === SQLITE_FULL;
  return isNamed || /NOT_ENOUGH_SPACE|No space left on device/.test(cause.message);
}

function isForbidden(cause: Error): boolean {
  return (
    ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(cause) ?? '') ||
    [SQLITE_READONLY, SQLITE_CANTOPEN].includes(sqliteCodeOf(cause) ?? 0) ||
    /Permission denied|Read-only file system/.test(cause.message)
  );
}

function sqliteCodeOf(cause: Error): number | undefined {
  const { errcode } = cause as { readonly errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}
