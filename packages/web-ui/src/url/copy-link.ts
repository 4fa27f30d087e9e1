import { useEffect } from 'react';
import { createStore } from '../parts/store.js';
import { copyText } from '../parts/values/copy-text.js';
import { readTime } from '../parts/values/format-time.js';
import { fixedWindow, type TimeWindow, writeTimeWindow } from './time-window.js';

const NS_PER_MS = 1_000_000n;

/** The window that the page shows, also where its address has none; undefined on a page without one. */
export const shownWindow = createStore<TimeWindow | undefined>(undefined);

/** The end of a relative window on the page as the API writes times; undefined before the first page with a window. */
const shownEnd = createStore<string | undefined>(undefined);

/** Tells links where a relative window of the page ends: at the moment of its last run. */
export function useShownEnd(runAt: string): void {
  useEffect(() => shownEnd.set(runAt), [runAt]);
}

/** Copies the address with a fixed window, so that it shows the same later, and returns whether it could. A page that follows what arrives shows it up to now. */
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
