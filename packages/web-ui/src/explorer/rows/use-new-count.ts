import { useQuery } from '@tanstack/react-query';
import { aggregate } from '../../api/aggregate.js';
import type { ActiveFilter } from '../../filter-bar/use-filter.js';
import { readTime, writeTime } from '../../parts/values/format-time.js';

interface Counted {
  readonly first: number;
  readonly count: number;
}

const INTERVAL_MS = 5000;
/**
 * A span counts as new only if it started at most this long before the list was read. A span arrives when it ends, so a
 * new span may have started before the read.
 */
const LATE_NS = 600_000_000_000n;

/**
 * Counts the rows that have arrived since the list was read. The count is updated every five seconds while the tab is
 * visible, until an update fails.
 */
export function useNewCount(active: ActiveFilter, focus: 'span' | 'trace', isOn: boolean): number {
  const { filtering, runAt } = active;
  const queryKey = ['new rows', focus, filtering, runAt];
  const { data } = useQuery({
    queryKey,
    enabled: isOn,
    queryFn: async ({ signal, client }) => {
      const windowing = { oldest: writeTime(readTime(runAt) - LATE_NS) };
      const request = { ...(filtering && { filtering }), windowing, focus, measures: ['count'] };
      const { count = 0 } = (await aggregate(request, signal)).total;
      return { first: client.getQueryData<Counted>(queryKey)?.first ?? count, count };
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? false : INTERVAL_MS),
    staleTime: 0,
  });
  return isOn && data !== undefined ? Math.max(0, data.count - data.first) : 0;
}
