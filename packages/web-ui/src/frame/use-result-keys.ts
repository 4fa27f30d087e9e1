import { useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../parts/keys/page-keys.js';
import { hasOpened, openedList, openNeighbour } from '../parts/lists/opened-list.js';
import { useStore } from '../parts/store.js';
import { useSearchParameters } from '../url/use-search.js';

/**
 * Lets `[` and `]` open the previous and the next result from inside a page that a list has opened. Elsewhere they would
 * leave the page for something that has nothing to do with it; the pages of sessions and users have their own.
 */
export function useResultKeys(path: string): void {
  const list = useStore(openedList);
  const [{ s }] = useSearchParameters();
  const id = shownId(path, s);
  const isResult = list !== undefined && id !== undefined && hasOpened(list, id);
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Results of the list',
      keys: isResult
        ? [
            { key: '[', meaning: 'Previous result', act: () => openNeighbour(-1) },
            { key: ']', meaning: 'Next result', act: () => openNeighbour(1) },
          ]
        : [],
    }),
    [isResult],
  );
  usePageKeys(keys);
}

/** Returns the id of what a page shows, if it is the result of a list. */
function shownId(path: string, selected: string | undefined): string | undefined {
  const [, page, id = ''] = path.split('/');
  if (page === 'dead-letters') {
    return selected;
  }
  return (page === 'traces' || page === 'queries') && id !== '' ? id : undefined;
}
