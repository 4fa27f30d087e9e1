import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { usePageKeys } from '../keys/page-keys.js';

/**
 * Returns a function that reloads the answers of a page, and binds it to the key `r`. `onRun` moves a relative window
 * to the current time. The affected queries have keys that begin with one of `names`.
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
