import { useNavigate, useSearch as useRouterSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Search } from './search-text.js';

/** A change of search parameters; `undefined` removes a parameter. */
export type SearchChange = Readonly<Record<string, string | undefined>>;

/**
 * Returns the search parameters and a function that changes some of them. A change replaces the history entry unless it
 * asks for a new one.
 */
export function useSearchParameters(): readonly [
  Search,
  (change: SearchChange, entry?: 'replace' | 'push') => void,
] {
  const search: Search = useRouterSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (parameters: SearchChange, entry: 'replace' | 'push' = 'replace') => {
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...parameters }),
        replace: entry === 'replace',
      } as never);
    },
    [navigate],
  );
  return [search, change];
}
