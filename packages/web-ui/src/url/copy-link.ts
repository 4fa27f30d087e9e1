import { createStore } from '../parts/store.js';
import { fixedWindow, type TimeWindow, writeTimeWindow } from './time-window.js';

const NS_PER_MS = 1_000_000n;

/** The window that the page shows, also where its address has none; undefined on a page without one. */
export const shownWindow = createStore<TimeWindow | undefined>(undefined);

/** Copies the address with a fixed window, so that it shows the same later. */
export async function copyLink(): Promise<void> {
  const url = new URL(window.location.href);
  const shown = shownWindow.get();
  if (shown?.kind === 'last') {
    const fixed = fixedWindow(shown, BigInt(Date.now()) * NS_PER_MS);
    url.searchParams.set('w', writeTimeWindow(fixed));
  }
  await navigator.clipboard.writeText(url.href);
}
