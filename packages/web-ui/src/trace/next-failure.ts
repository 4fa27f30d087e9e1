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
