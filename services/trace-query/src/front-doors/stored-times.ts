/** Spans have no times beyond these, in ns since the Unix epoch. */
const MIN_NS = -(2n ** 63n);
const MAX_NS = 2n ** 63n - 1n;

/** Returns a time, or the nearest one that a span may have. */
export function within(time: bigint): bigint {
  if (time < MIN_NS) {
    return MIN_NS;
  }
  return time > MAX_NS ? MAX_NS : time;
}
