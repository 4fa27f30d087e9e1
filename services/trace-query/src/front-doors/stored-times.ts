/** A range of times in ns since the Unix epoch. */
export interface TimeWindow {
  /** Inclusive. */
  readonly oldest: bigint;
  /** Exclusive. */
  readonly newest: bigint;
}

/** The range of the times of spans, in ns since the Unix epoch. */
const MIN_NS = -(2n ** 63n);
const MAX_NS = 2n ** 63n - 1n;

/** Limits a time to the range of stored times. */
export function within(time: bigint): bigint {
  if (time < MIN_NS) {
    return MIN_NS;
  }
  return time > MAX_NS ? MAX_NS : time;
}
