import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { usePageKeys } from '../keys/page-keys.js';

/**
 * Returns a function that reloads the data on a page, and binds the key `r` to it. `onRun` moves a relative window to
 * the current time. All queries whose key begins with one of `names` are reloaded.
 */
export function useRunAgain(onRun: () => void, names: readonly string[]): () => void {
  const queries = useQueryClient();
  const run = useCallback(() => {
    onRun();
    void queries.invalidateQueries({
      predicate: ({ queryKey: [name] }) => names.includes(String(name)),
    });
  }, [queries, onRun, names]);

  usePageKeys('Page', [{ key: 'r', meaning: 'Reload the page', act: run }]);
  return run;
}
