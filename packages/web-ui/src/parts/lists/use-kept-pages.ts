import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isOffline } from '../../api/api-problem.js';
import type { CursorPages, PagesState, RowSource } from '../../api/cursor-pages.js';

interface Kept<Row> {
  readonly pages: CursorPages<Row>;
  readonly search: string;
  readonly readAt: string;
}

/**
 * Returns the previous rows of the same search while the service does not answer. `readAt` is the time of previous
 * rows; undefined for current ones. A list that has been replaced reads no further rows.
 */
export function useKeptPages<Row>(pages: CursorPages<Row>, search: string, readAt: string) {
  const hasRows = usePagesFlag(pages, ({ known }) => known > 0);
  const isWithoutAnswer = usePagesFlag(
    pages,
    ({ known, error }) => known === 0 && isOffline(error),
  );
  const kept = useRef<Kept<Row>>(undefined);
  useEffect(() => {
    if (hasRows) {
      kept.current = { pages, search, readAt };
    }
  }, [hasRows, pages, search, readAt]);
  useEffect(() => () => pages.cancel(), [pages]);
  const earlier = kept.current;
  return isWithoutAnswer && earlier !== undefined && earlier.search === search
    ? { pages: earlier.pages, readAt: earlier.readAt }
    : { pages, readAt: undefined };
}

/** Returns one property of a list. The page renders again only if this property changes, not with each page of rows. */
export function usePagesFlag<Row>(
  pages: RowSource<Row>,
  is: (state: PagesState) => boolean,
): boolean {
  return useSyncExternalStore(pages.subscribe, () => is(pages.state));
}

/** Returns true if a list has rows, is complete, or has failed. */
export function isAnswered({ known, isComplete, error }: PagesState): boolean {
  return known > 0 || isComplete || error !== undefined;
}

/** Returns true if a list is complete and has no rows. */
export function isEmpty({ known, isComplete }: PagesState): boolean {
  return known === 0 && isComplete;
}
