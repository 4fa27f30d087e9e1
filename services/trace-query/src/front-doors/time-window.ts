/** A range of times in ns since the Unix epoch. */
export interface TimeWindow {
  /** Inclusive. */
  readonly oldest: bigint;
  /** Exclusive. */
  readonly newest: bigint;
}
