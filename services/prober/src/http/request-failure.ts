/**
 * The reasons why a request has no usable response. `refused` means an unexpected status; `unreadable` means a response
 * that cannot be parsed or has an unexpected structure.
 */
export const failureReasons = ['unreachable', 'timed_out', 'refused', 'unreadable'] as const;
export type FailureReason = (typeof failureReasons)[number];

/**
 * The failure of a request to get a usable response. The message describes what happened and contains no credentials.
 */
export class RequestFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RequestFailure';
    this.reason = reason;
  }
}
