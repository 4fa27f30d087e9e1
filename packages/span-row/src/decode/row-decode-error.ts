/** Reports bytes that are not rows of the given columns, for example truncated rows. */
export class RowDecodeError extends Error {
  readonly code = 'ROW_UNDECODABLE';
  readonly retryable = false;

  constructor(reason: string, position: number) {
    super(`rows cannot be decoded: ${reason} at byte ${position}`);
    this.name = 'RowDecodeError';
  }
}
