/** A range of times in ns since the Unix epoch. */
export interface TimeWindow {
  /** The inclusive start of the range. */
  readonly oldest: bigint;
  /** The exclusive end of the range. */
  readonly newest: bigint;
}

/** Earliest and latest time that a span can have, in ns since the Unix epoch. */
const MIN_NS = -(2n ** 63n);
const MAX_NS = 2n ** 63n - 1n;

/** Clamps a time to the range of times that can be stored. */
export function within(time: bigint): bigint {
  if (time < MIN_NS) {
    return MIN_NS;
  }
  return time > MAX_NS ? MAX_NS : time;
}
