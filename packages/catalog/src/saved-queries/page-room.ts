import type { EntityRow } from './entity-row.js';

/** Rows are read in steps of this size, because a row may be as large as a write: one megabyte. */
export const STEP = 50;
/** Approximate maximum number of characters in the rows of a page: the last row may exceed it. */
const MAX_CHARS = 16 * 1024 * 1024;

/** Returns the number of first rows that fit into a page: at least one if there are any rows. */
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
