import { numberAt } from './timed-tree.js';

/**
 * Sorts positions of spans by start. Spans with equal starts keep their order. Siblings in a tree are listed by start,
 * so most lists are already sorted. Such lists are returned without a sort, which would dominate the computation for a
 * large trace.
 */
export function sortByStart(positions: Int32Array, start: Float64Array): Int32Array {
  const startOf = (index: number) => numberAt(start, numberAt(positions, index));
  for (let index = 1; index < positions.length; index++) {
    if (startOf(index) < startOf(index - 1)) {
      return positions.sort((one, other) => numberAt(start, one) - numberAt(start, other));
    }
  }
  return positions;
}
