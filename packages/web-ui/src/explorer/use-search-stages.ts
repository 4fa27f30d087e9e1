import { useLayoutEffect } from 'react';
import type { ActiveFilter } from '../filter-bar/use-filter.js';
import { useAfter } from '../parts/answers/use-after.js';
import { useStore } from '../parts/store.js';
import { useCounts } from './histogram.js';
import { isSearchEnded } from './use-search-control.js';

/** Maximum delays after the start of a search: the rows are read first, then the counts, then the facets. */
const ROWS_MS = 250;
const COUNTS_MS = 600;

/** Orders the reads around a list after its rows, unless the search was cancelled. */
export function useSearchStages(active: ActiveFilter, hasRows: boolean) {
  const isEnded = useStore(isSearchEnded);
  useLayoutEffect(() => {
    void active;
    isSearchEnded.set(false);
  }, [active]);
  const isRead = useAfter(active, hasRows, ROWS_MS);
  const counts = useCounts(active, isRead && active.mistake === undefined && !isEnded);
  const hasCounts = counts.data !== undefined || counts.error !== null;
  const isCounted = useAfter(active, hasCounts, COUNTS_MS);
  return { isRead, counts, mayReadFacets: isCounted && !isEnded };
}
