import { numberAt } from './timed-tree.js';

/** Returns a percentile of ascending values: linear at p·(n−1), as the API does; 0 of no values. */
export function percentile(sorted: Float64Array, p: number): number {
  const place = p * (sorted.length - 1);
  const below = numberAt(sorted, Math.floor(place));
  return below + (numberAt(sorted, Math.ceil(place)) - below) * (place - Math.floor(place));
}
