import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isOffline } from '../../api/api-problem.js';
import type { CursorPages, PagesState, RowSource } from '../../api/cursor-pages.js';

interface Kept<Row> {
  readonly pages: CursorPages<Row>;
  readonly search: string;
  readonly readAt: string;
}

/**
 * Keeps the rows of a search while the service does not answer. `readAt` is the time of rows that were kept. A replaced
 * list reads no further rows.
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
