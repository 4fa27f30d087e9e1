import { useMemo } from 'react';
import { nowNs, writeTime } from '../parts/values/format-time.js';
import { useShownEnd } from '../url/copy-link.js';
import {
  type Bounds,
  boundsOf,
  defaultWindow,
  readTimeWindow,
  type TimeWindow,
} from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { type ReadFilter, readFilterText } from './parse-filter-text.js';

/** The filter and the window in the URL. The bounds are computed when the filter is run. */
export interface ActiveFilter extends Omit<ReadFilter, 'placed'> {
  readonly window: TimeWindow;
  readonly bounds: Bounds;
  /**
   * The bounds of the window. A missing end is replaced with the time of the run. Undefined if the window has no start.
   */
  readonly range: Required<Bounds> | undefined;
  /** Time at which the filter was run. */
  readonly runAt: string;
}

/** Returns the filter and the window in the URL. If `run` changes, a relative window moves to the current time. */
export function useFilter(run: number): ActiveFilter {
  const [{ q = '', w = '' }] = useSearchParameters();
  const active = useMemo(() => {
    const window = readTimeWindow(w) ?? defaultWindow;
    const now = nowNs();
    const bounds = boundsOf(window, now);
    const { oldest, newest = writeTime(now) } = bounds;
    return {
      ...readFilterText(q),
      window,
      bounds,
      range: oldest === undefined ? undefined : { oldest, newest },
      runAt: writeTime(now),
    };
  }, [q, w, run]); // a new `run` updates the current time
  useShownEnd(active.runAt);
  return active;
}
