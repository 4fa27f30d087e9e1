import { useMemo } from 'react';
import type { JsonMembers } from '../api/shown-span.js';
import {
  type Bounds,
  boundsOf,
  defaultWindow,
  readTimeWindow,
  type TimeWindow,
} from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';

const NS_PER_MS = 1_000_000n;

/** What the address asks for: the filter, and the window with its bounds at the moment of the run. */
export interface ActiveFilter {
  readonly filtering: JsonMembers | undefined;
  readonly window: TimeWindow;
  readonly bounds: Bounds;
}

/** Returns the filter and the window of the address. A new `run` moves a relative window to now. */
export function useFilter(run: number): ActiveFilter {
  const [{ q = '', w = '' }] = useSearchParameters();
  return useMemo(() => {
    const window = readTimeWindow(w) ?? defaultWindow;
    const now = BigInt(Date.now()) * NS_PER_MS;
    return { filtering: readFilter(q), window, bounds: boundsOf(window, now) };
  }, [q, w, run]); // `run` is read by nothing: it asks for a new now
}

function readFilter(text: string): JsonMembers | undefined {
  return text.trim() === ''
    ? undefined
    : { conditions: [{ field: 'content', operator: 'contains', value: text }] };
}
