/**
 * The reasons why a request has no usable answer. `refused` means an unexpected status, and `unreadable` an answer of
 * the wrong form.
 */
export const failureReasons = ['unreachable', 'timed_out', 'refused', 'unreadable'] as const;
export type FailureReason = (typeof failureReasons)[number];

/** The failure of a request without a usable answer. The message states what happened and contains no credentials. */
export class RequestFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RequestFailure';
    this.reason = reason;
  }
}
