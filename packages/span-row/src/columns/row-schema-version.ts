import type { Column, ColumnType } from './column.js';
import { isInVersion, rowColumns, type SpanColumnName } from './column-table.js';

/** The version of the rows that this code writes. It is raised with every change to the column table. */
export const ROW_SCHEMA_VERSION = 3;

/** Reports rows of a version that this process is too old to read. */
export class UnknownRowVersionError extends Error {
  readonly code = 'ROW_VERSION_UNKNOWN';
  readonly retryable = false;

  constructor(version: number) {
    super(`row schema version ${version} is not known, the newest known is ${ROW_SCHEMA_VERSION}`);
    this.name = 'UnknownRowVersionError';
  }
}

export interface ColumnDefinition {
  readonly name: SpanColumnName;
  readonly type: ColumnType;
}

const columnsByVersion: readonly (readonly ColumnDefinition[])[] = Array.from(
  { length: ROW_SCHEMA_VERSION },
  (_, index) =>
    rowColumns
      .filter((column: Column) => isInVersion(column, index + 1))
      .map(({ name, type }) => ({ name, type })),
);

/** Returns whether this code can store and decode rows of the given version. */
export function isKnownRowVersion(version: number): boolean {
  return columnsByVersion[version - 1] !== undefined;
}

/**
 * Returns the columns of a row version in byte order, which is also the column order of an INSERT of such rows. Throws
 * UnknownRowVersionError.
 */
export function columnsOfVersion(version: number): readonly ColumnDefinition[] {
  const columns = columnsByVersion[version - 1];
  if (columns === undefined) {
    throw new UnknownRowVersionError(version);
  }
  return columns;
}
