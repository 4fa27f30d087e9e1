import { numberAt } from './timed-tree.js';

/**
 * Sorts the positions of spans by their start; those of one start keep their order. Most come sorted, since a tree lists
 * siblings by start: a sort of those of a large trace would take longer than what needs it.
 */
export function sortByStart(positions: Int32Array, start: Float64Array): Int32Array {
  const startOf = (place: number) => numberAt(start, numberAt(positions, place));
  for (let place = 1; place < positions.length; place++) {
    if (startOf(place) < startOf(place - 1)) {
      return positions.sort((one, other) => numberAt(start, one) - numberAt(start, other));
    }
  }
  return positions;
}
