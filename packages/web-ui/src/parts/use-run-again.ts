import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';

/** Lets `r` ask again for the answers of a page. `onRun` moves a relative window to now; the keys of queries begin with `names`. */
export function useRunAgain(onRun: () => void, names: readonly string[]): void {
  const queries = useQueryClient();
  const keys = useMemo<KeyGroup>(() => {
    const run = () => {
      onRun();
      void queries.invalidateQueries({
        predicate: ({ queryKey: [name] }) => names.includes(String(name)),
      });
    };
    return { title: 'Page', keys: [{ key: 'r', meaning: 'Read the numbers again', act: run }] };
  }, [queries, onRun, names]);
  usePageKeys(keys);
}
