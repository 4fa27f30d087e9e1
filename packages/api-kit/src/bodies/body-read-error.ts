/** The reason why a body was not read; `toHttpProblem` maps each reason to a status. */
export type BodyReadFailure =
  | 'too_large'
  | 'damaged'
  | 'unknown_encoding'
  | 'aborted'
  | 'overloaded'
  /** The sender already holds its share of the budget, and other senders need the rest. */
  | 'share_exhausted';

/** A failure to read a request body. `limitBytes` is the limit that was exceeded. */
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
