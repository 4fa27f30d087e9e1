import type { CursorPage } from '../api/cursor-pages.js';

/**
 * Result of `findNeighbour`: the id of the neighbour, `end` if the given id is the first or last in the list, or
 * `unknown` if the given id was not found.
 */
export type Neighbour = { readonly id: string } | 'end' | 'unknown';

/** Maximum number of pages to read. Five pages contain 1000 ids. */
const MAX_PAGES = 5;
export const NEIGHBOUR_PAGE = 200;

/** Finds the id before (`step` is -1) or after (`step` is 1) the given id in a list that is read page by page. */
export async function findNeighbour(
  id: string,
  step: -1 | 1,
  load: (next: string | undefined) => Promise<CursorPage<string>>,
): Promise<Neighbour> {
  const ids: string[] = [];
  let next: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { rows, next: more } = await load(next);
    ids.push(...rows);
    const at = ids.indexOf(id);
    const neighbour = at < 0 ? undefined : ids[at + step];
    if (neighbour !== undefined) {
      return { id: neighbour };
    }
    if (at >= 0 && (step === -1 || more === undefined)) {
      return 'end';
    }
    if (more === undefined) {
      return 'unknown';
    }
    next = more;
  }
  return 'unknown';
}
