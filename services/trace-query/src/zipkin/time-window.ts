import { within } from '../front-doors/stored-times.js';
import type { TimeWindow } from '../front-doors/time-window.js';

const NS_PER_MS = 1_000_000n;
const NS_PER_MICROSECOND = 1000n;

/** Returns the window that ends at a time in ms. Times are compared in whole microseconds, as they are shown. */
export function toWindow(endMs: number, lookBackMs: number): TimeWindow {
  const end = BigInt(endMs) * NS_PER_MS;
  return {
    oldest: within(end - BigInt(lookBackMs) * NS_PER_MS),
    newest: within(end + NS_PER_MICROSECOND),
  };
}
