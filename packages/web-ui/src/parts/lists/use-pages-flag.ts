import { useSyncExternalStore } from 'react';
import type { PagesState, RowSource } from '../../api/cursor-pages.js';

/** Follows one property of a list, so that the page does not render again with each page of rows. */
export function usePagesFlag<Row>(
  pages: RowSource<Row>,
  is: (state: PagesState) => boolean,
): boolean {
  return useSyncExternalStore(pages.subscribe, () => is(pages.state));
}

/** Returns whether a list has rows, has ended without any, or has failed. */
export function isAnswered({ known, isComplete, error }: PagesState): boolean {
  return known > 0 || isComplete || error !== undefined;
}

/** Returns whether a list is complete and has no rows. */
export function isEmpty({ known, isComplete }: PagesState): boolean {
  return known === 0 && isComplete;
}
