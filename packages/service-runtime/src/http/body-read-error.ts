export type BodyReadFailure =
  | 'too_large'
  | 'damaged'
  | 'unknown_encoding'
  | 'aborted'
  | 'overloaded'
  /** Only for this sender, while others want to send, too. */
  | 'share_exhausted';

/** Why a request body could not be read. `limitBytes` is the limit that held. */
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
