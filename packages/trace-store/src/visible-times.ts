/**
 * Remembers how long blocks took to become visible, for an hour.
 *
 * - MAY lose what was recorded when a server crashes.
 * - Rejects with a retryable AppError while nothing can be recorded.
 */
export interface VisibleTimes {
  /** Takes one time for each block, in milliseconds from the arrival of its oldest span to its commit. */
  record(times: readonly number[]): Promise<void>;
  close(): Promise<void>;
}
