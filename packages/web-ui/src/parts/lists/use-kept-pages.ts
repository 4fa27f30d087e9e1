import { useEffect, useRef } from 'react';
import { ApiProblem } from '../../api/api-problem.js';
import type { CursorPages, PagesState } from '../../api/cursor-pages.js';
import { usePagesFlag } from './use-pages-flag.js';

interface Kept<Row> {
  readonly pages: CursorPages<Row>;
  readonly search: string;
  readonly readAt: string;
}

/** The rows to show, and the time they were read if the last request failed. */
export interface KeptPages<Row> {
  readonly pages: CursorPages<Row>;
  readonly readAt: string | undefined;
}

/** Keeps the rows of a search while the service does not answer. A replaced list reads no further rows. */
export function useKeptPages<Row>(
  pages: CursorPages<Row>,
  search: string,
  readAt: string,
): KeptPages<Row> {
  const hasRows = usePagesFlag(pages, ({ known }) => known > 0);
  const isOffline = usePagesFlag(pages, isWithoutAnswer);
  const kept = useRef<Kept<Row>>(undefined);
  useEffect(() => {
    if (hasRows) {
      kept.current = { pages, search, readAt };
    }
  }, [hasRows, pages, search, readAt]);
  useEffect(() => () => pages.cancel(), [pages]);
  const earlier = kept.current;
  return isOffline && earlier !== undefined && earlier.search === search
    ? { pages: earlier.pages, readAt: earlier.readAt }
    : { pages, readAt: undefined };
}

function isWithoutAnswer({ known, error }: PagesState): boolean {
  return known === 0 && error instanceof ApiProblem && error.status === 0;
}
