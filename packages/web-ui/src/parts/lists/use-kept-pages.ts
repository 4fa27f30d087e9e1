import { useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from 'react';
import { isOffline } from '../../api/api-problem.js';
import { noteRefusal } from '../../api/create-queries.js';
import {
  CursorPages,
  type LoadPage,
  type PagesState,
  type RowSource,
} from '../../api/cursor-pages.js';
import { noteRefusedFilter } from '../../api/refused-filter.js';
import { toIso } from '../values/format-time.js';

interface Kept<Row> {
  readonly pages: CursorPages<Row>;
  readonly search: string;
  readonly readAt: string;
}

interface PagesOptions {
  /** Identifies the search. Previous rows may be shown again only for the same search. */
  readonly search: string;
  /** Time at which the search was started. */
  readonly runAt: string;
  /** Other inputs of the request. If one changes, the list is read again. */
  readonly inputs?: readonly unknown[];
  readonly maxKept?: number;
}

/**
 * Reads a list, and reads it again if `search`, `runAt` or an input changes. While the service does not respond,
 * returns the previous rows of the same search; `readAt` is then the time at which they were read. For current rows,
 * `readAt` is undefined. A list that has been replaced stops reading.
 */
export function useKeptPages<Row>(load: LoadPage<Row>, options: PagesOptions) {
  const { search, runAt: readAt, inputs = [], maxKept } = options;
  const pages = useMemo(
    () => new CursorPages<Row>(withRefusals(load), maxKept),
    [search, readAt, ...inputs],
  );
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
    ? { read: pages, pages: earlier.pages, readAt: earlier.readAt }
    : { read: pages, pages, readAt: undefined };
}

/** Reads a list that has no window. Calling `reload` reads the list again. */
export function useReloadedPages<Row>(load: LoadPage<Row>, search: string) {
  const [runAt, reload] = useReducer(() => toIso(Date.now()), toIso(Date.now()));
  return { ...useKeptPages(load, { search, runAt }), reload };
}

/**
 * Wraps a read to handle refusals: if the service refuses the key, the key form opens; if it refuses the filter, the
 * filter bar shows the reason.
 */
function withRefusals<Row>(load: LoadPage<Row>): LoadPage<Row> {
  return (next, signal, onPart) =>
    load(next, signal, onPart).catch((error: unknown) => {
      noteRefusal(error);
      noteRefusedFilter(error);
      throw error;
    });
}

/**
 * Returns one property of a list. The component is rendered again only if this property changes, not whenever rows
 * arrive.
 */
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
