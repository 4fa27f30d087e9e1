export const SECOND_NS = 1_000_000_000;

/** Returns the upper bound of the bucket of a number, a power of two. The bound of the first bucket is 1. */
export function histogramBucket(value: number): number {
  if (value <= 1) {
    return 1;
  }
  const bound = 2 ** Math.ceil(Math.log2(value));
  // The logarithm of a number close to a power of two may be rounded to an integer.
  if (bound < value) {
    return bound * 2;
  }
  return bound / 2 >= value ? bound / 2 : bound;
}
