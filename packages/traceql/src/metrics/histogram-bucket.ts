export const SECOND_NS = 1_000_000_000;

/** Returns the power of two that is the upper bound of the bucket of a number; the first bucket ends at 1. */
export function histogramBucket(value: number): number {
  if (value <= 1) {
    return 1;
  }
  const bound = 2 ** Math.ceil(Math.log2(value));
  // The logarithm of a number next to a power of two may be rounded to a whole number.
  if (bound < value) {
    return bound * 2;
  }
  return bound / 2 >= value ? bound / 2 : bound;
}
