/** The reason why a body was not read; `toHttpProblem` maps each reason to a status. */
export type BodyReadFailure =
  | 'too_large'
  | 'damaged'
  | 'unknown_encoding'
  | 'aborted'
  | 'overloaded'
  /** This sender holds its share, and others need room as well. */
  | 'share_exhausted';

/** Thrown if a request body cannot be read. `limitBytes` is the limit that applied. */
export class BodyReadError extends Error {
  readonly reason: BodyReadFailure;
  readonly limitBytes: number;

  constructor(reason: BodyReadFailure, limitBytes: number, cause?: unknown) {
    super(`request body: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'BodyReadError';
    this.reason = reason;
    this.limitBytes = limitBytes;
  }
}
