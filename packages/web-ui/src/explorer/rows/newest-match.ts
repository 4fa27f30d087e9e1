import { useQuery } from '@tanstack/react-query';
import { querySpans } from '../../api/query-spans.js';
import type { Filtering } from '../../filter-bar/filtering.js';

/** Reads the newest span that matches a filter, if the page needs this span. */
export function useNewestMatch(filtering: Filtering | undefined, isNeeded = true) {
  const { data } = useQuery({
    queryKey: ['newest', filtering],
    queryFn: ({ signal }) => newestMatch(filtering, signal),
    enabled: isNeeded,
  });
  return { isKnown: isNeeded && data !== undefined, time: data?.time };
}

async function newestMatch(filtering: Filtering | undefined, signal: AbortSignal) {
  const body = {
    ...(filtering && { filtering }),
    windowing: { limit: 1, order: 'descending' },
    projection: { members: ['start_time'] },
  };
  const { spans } = await querySpans(body, { signal });
  return { time: spans[0]?.start_time };
}
