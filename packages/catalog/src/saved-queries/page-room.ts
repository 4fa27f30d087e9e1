import type { EntityRow } from './entity-row.js';

/** Rows are read in steps of this size: each may have the megabyte of a write. */
export const STEP = 50;
/** The characters that the rows of a page hold, about: the last one may exceed them. */
const MAX_CHARS = 16 * 1024 * 1024;

/** Returns how many of the first rows make a page: at least one, if there is one. */
export function countThatFit(rows: readonly (EntityRow | undefined)[], limit: number): number {
  let chars = 0;
  let count = 0;
  for (const row of rows) {
    if (count === limit || chars >= MAX_CHARS) {
      break;
    }
    chars += (row?.details.length ?? 0) + (row?.data?.length ?? 0);
    count += 1;
  }
  return count;
}
