import { type Outline, STATUS_ERROR } from '../outline/outline.js';

/** Returns the position of the next failed span after one, from the top again at the end; undefined for none. */
export function nextFailure(
  { status }: Pick<Outline, 'status'>,
  after: number,
): number | undefined {
  const next = status.indexOf(STATUS_ERROR, after + 1);
  const found = next < 0 ? status.indexOf(STATUS_ERROR) : next;
  return found < 0 ? undefined : found;
}

/** Says which of the failed spans is selected: `Error 1 of 3`; `Next of 3 errors` for none. */
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
