/** Version of the rows this code writes: raised with every change of the column list. */
export const ROW_SCHEMA_VERSION = 1;

/** Rows of a newer version than this process knows; a newer consumer can read them. */
export class UnknownRowVersionError extends Error {
  readonly code = 'ROW_VERSION_UNKNOWN';
  readonly retryable = false;

  constructor(version: number) {
    super(`row schema version ${version} is not known, the newest known is ${ROW_SCHEMA_VERSION}`);
    this.name = 'UnknownRowVersionError';
  }
}
