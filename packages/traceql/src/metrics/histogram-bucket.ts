export const SECOND_NS = 1_000_000_000;

/** Returns the upper bound of a number's bucket, which is a power of two. The first bucket has the bound 1. */
export function histogramBucket(value: number): number {
  if (value <= 1) {
    return 1;
  }
  const bound = 2 ** Math.ceil(Math.log2(value));
  // The logarithm of a number slightly above a power of two can be rounded down to an integer.
  if (bound < value) {
    return bound * 2;
  }
  return bound / 2 >= value ? bound / 2 : bound;
}
