import { useEffect, useState } from 'react';
import { aggregate } from '../../api/aggregate.js';
import type { ActiveFilter } from '../../filter-bar/use-filter.js';
import { readTime, writeTime } from '../../parts/values/format-time.js';

const INTERVAL_MS = 5000;
/**
 * Maximum time between the start of a new span and the read of the list. Earlier spans do not count as new. Spans
 * arrive when they end, so a new span may have started before the read.
 */
const LATE_NS = 600_000_000_000n;

/**
 * Counts the rows that arrive after a list was read. It counts every five seconds while the tab is visible, and stops
 * after a failure.
 */
export function useNewCount(active: ActiveFilter, focus: 'span' | 'trace', isOn: boolean): number {
  const { filtering, runAt } = active;
  const [count, setCount] = useState(0);
  useEffect(() => {
    setCount(0);
    if (!isOn) {
      return;
    }
    const control = new AbortController();
    const request = {
      ...(filtering && { filtering }),
      windowing: { oldest: writeTime(readTime(runAt) - LATE_NS) },
      focus,
      measures: ['count'],
    };
    let first: number | undefined;
    const ask = async () => {
      const { total } = await aggregate(request, control.signal);
      first ??= total.count ?? 0;
      setCount(Math.max(0, (total.count ?? 0) - first));
    };
    let isReading = false;
    const askQuietly = () => {
      // A read may take longer than the interval. Without this check, the next read could overtake it.
      if (document.hidden || isReading) {
        return;
      }
      isReading = true;
      ask()
        .catch(() => clearInterval(timer))
        .finally(() => {
          isReading = false;
        });
    };
    const timer = setInterval(askQuietly, INTERVAL_MS);
    askQuietly();
    return () => {
      control.abort();
      clearInterval(timer);
    };
  }, [filtering, runAt, focus, isOn]);
  return count;
}
