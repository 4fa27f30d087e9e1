import { useSyncExternalStore } from 'react';
import type { PagesState, RowSource } from '../../api/cursor-pages.js';

/** Follows one fact about a list. A page that needs no more is not drawn again with each page of rows. */
export function usePagesFlag<Row>(
  pages: RowSource<Row>,
  is: (state: PagesState) => boolean,
): boolean {
  return useSyncExternalStore(pages.subscribe, () => is(pages.state));
}

/** Whether a list has rows, or will have none for now. */
export function isAnswered({ known, isComplete, error }: PagesState): boolean {
  return known > 0 || isComplete || error !== undefined;
}

/** Whether a list has no rows. */
export function isEmpty({ known, isComplete }: PagesState): boolean {
  return known === 0 && isComplete;
}
