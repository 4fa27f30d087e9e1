import { type Outline, STATUS_ERROR } from '../outline/outline.js';

/**
 * Returns the position of the next failed span, continuing from the top after the last one; undefined if no span
 * failed.
 */
export function nextFailure(
  { status }: Pick<Outline, 'status'>,
  after: number,
): number | undefined {
  const next = status.indexOf(STATUS_ERROR, after + 1);
  const found = next < 0 ? status.indexOf(STATUS_ERROR) : next;
  return found < 0 ? undefined : found;
}

/**
 * Returns the position of the selected span among the failed spans: `Error 1 of 3`. Returns `Next of 3 errors` if no
 * failed span is selected.
 */
export function failurePosition({ status }: Pick<Outline, 'status'>, selected: number): string {
  let [count, place] = [0, 0];
  for (let at = 0; at < status.length; at++) {
    if (status[at] === STATUS_ERROR) {
      count += 1;
      place = at === selected ? count : place;
    }
  }
  if (place > 0) {
    return `Error ${place} of ${count}`;
  }
  return count === 1 ? 'Next error' : `Next of ${count} errors`;
}
