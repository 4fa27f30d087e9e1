import { useEffect } from 'react';
import { createStore } from '../parts/store.js';
import { copyText } from '../parts/values/copy-text.js';
import { readTime } from '../parts/values/format-time.js';
import { fixedWindow, type TimeWindow, writeTimeWindow } from './time-window.js';

const NS_PER_MS = 1_000_000n;

/** Time window of the current page, even if the address does not specify it. Undefined on pages without a window. */
export const shownWindow = createStore<TimeWindow | undefined>(undefined);

/** End of a relative window, as an API timestamp; undefined until a page with a window is shown. */
const shownEnd = createStore<string | undefined>(undefined);

/** Stores the time at which a relative window was last run. Shared links use it as the end of the window. */
export function useShownEnd(runAt: string): void {
  useEffect(() => shownEnd.set(runAt), [runAt]);
}

/**
 * Copies the address with a fixed window, so that the link always shows the same data. On a live page, the fixed window
 * ends at the current time. Returns false if the address could not be copied.
 */
export function copyLink(): Promise<boolean> {
  const url = new URL(window.location.href);
  const shown = shownWindow.get();
  if (shown?.kind === 'last') {
    const end = url.searchParams.has('live') ? undefined : shownEnd.get();
    const endNs = end === undefined ? BigInt(Date.now()) * NS_PER_MS : readTime(end);
    url.searchParams.set('w', writeTimeWindow(fixedWindow(shown, endNs)));
  }
  return copyText(url.href);
}
