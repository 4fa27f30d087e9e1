import { useEffect, useRef } from 'react';
import { isOffline } from '../../api/api-problem.js';
import type { CursorPages } from '../../api/cursor-pages.js';
import { usePagesFlag } from './use-pages-flag.js';

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
