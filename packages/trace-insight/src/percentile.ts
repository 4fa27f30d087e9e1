import { numberAt } from './timed-tree.js';

/**
 * Returns a percentile of ascending values, interpolated linearly at p·(n−1) as in the API; 0 if there are no values.
 */
export function percentile(sorted: Float64Array, p: number): number {
  const position = p * (sorted.length - 1);
  const below = numberAt(sorted, Math.floor(position));
  return (
    below + (numberAt(sorted, Math.ceil(position)) - below) * (position - Math.floor(position))
  );
}
