import { useEffect } from 'react';
import { createStore } from '../parts/store.js';
import { copyText } from '../parts/values/copy-text.js';
import { readTime } from '../parts/values/format-time.js';
import { fixedWindow, type TimeWindow, writeTimeWindow } from './time-window.js';

const NS_PER_MS = 1_000_000n;

/** Time window of the current page, even if the address does not contain it. Undefined on pages without a window. */
export const shownWindow = createStore<TimeWindow | undefined>(undefined);

/** End of a relative window, as an API timestamp; undefined before the first page with a window. */
const shownEnd = createStore<string | undefined>(undefined);

/** Stores the end of a relative window for shared links. The end is the time of the window's last run. */
export function useShownEnd(runAt: string): void {
  useEffect(() => shownEnd.set(runAt), [runAt]);
}

/**
 * Copies the address with a fixed window, so that the link shows the same data later. On a live page, the window ends
 * at the current time. Returns false if the clipboard is not available.
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
