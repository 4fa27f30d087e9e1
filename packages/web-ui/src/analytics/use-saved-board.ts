import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.js';
import { addressOfQuery, boardOf, type SavedQuery } from '../filter-bar/saved-query.js';
import { useSearchParameters } from '../url/use-search.js';
import { presets } from './board-choice.js';

interface QueriesAnswer {
  readonly queries?: readonly SavedQuery[];
}

/**
 * Reads the saved board of an address. Adds the filter and window of the board to an address that has neither.
 */
export function useSavedBoard(slug: string | undefined) {
  const isSaved = slug !== undefined && presets.every((preset) => preset.slug !== slug);
  const { data, error, refetch } = useQuery({
    queryKey: ['saved board', slug],
    queryFn: async ({ signal }) => {
      const body = { query: { slug } };
      const { queries = [] } = await call<QueriesAnswer>('/simple/queries/query', { body, signal });
      return queries.find((query) => boardOf(query) !== undefined) ?? null;
    },
    enabled: isSaved,
    staleTime: 0,
  });
  const [{ q, w }, change] = useSearchParameters();
  const isBare = q === undefined && w === undefined;
  useEffect(() => {
    if (data && isBare) {
      const { q: filter, w: window } = addressOfQuery(data);
      change({ q: filter, w: window });
    }
  }, [data, isBare, change]);
  const retry = () => void refetch();
  if (!isSaved) {
    return { saved: undefined, state: 'known', error: null, retry } as const;
  }
  const state = data === null ? 'unknown' : data === undefined || isBare ? 'loading' : 'known';
  return { saved: data ?? undefined, state, error, retry } as const;
}
