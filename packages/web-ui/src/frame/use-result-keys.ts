import { usePageKeys } from '../parts/keys/page-keys.js';
import { hasOpened, openedList, openNeighbour } from '../parts/lists/opened-list.js';
import { useStore } from '../parts/store.js';
import { useSearchParameters } from '../url/use-search.js';

/**
 * Binds `[` and `]` to open the previous and next result on a page that was opened from a list. On other pages the keys
 * do nothing, because there is no list to move in. Session and user pages bind these keys themselves.
 */
export function useResultKeys(path: string): void {
  const list = useStore(openedList);
  const [{ s }] = useSearchParameters();
  const id = shownId(path, s);
  const isResult = list !== undefined && id !== undefined && hasOpened(list, id);

  usePageKeys(
    'Results of the list',
    isResult
      ? [
          { key: '[', meaning: 'Previous result', act: () => openNeighbour(-1) },
          { key: ']', meaning: 'Next result', act: () => openNeighbour(1) },
        ]
      : [],
  );
}

/** Returns the id of the shown trace, query or dead letter; undefined on pages that cannot be opened from a list. */
function shownId(path: string, selected: string | undefined): string | undefined {
  const [, page, id = ''] = path.split('/');
  if (page === 'dead-letters') {
    return selected;
  }
  return (page === 'traces' || page === 'queries') && id !== '' ? id : undefined;
}
