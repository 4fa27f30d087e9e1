export const SECOND_NS = 1_000_000_000;

/** Returns the upper bound of the bucket that contains a number. Bounds are powers of two, beginning with 1. */
export function histogramBucket(value: number): number {
  if (value <= 1) {
    return 1;
  }
  const bound = 2 ** Math.ceil(Math.log2(value));
  // If a number is slightly above a power of two, its logarithm may be rounded down to an integer.
  if (bound < value) {
    return bound * 2;
  }
  return bound / 2 >= value ? bound / 2 : bound;
}
