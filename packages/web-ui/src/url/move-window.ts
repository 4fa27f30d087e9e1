import { readTime } from '../parts/values/format-time.js';
import { type Bounds, lengthOf, type TimeWindow } from './time-window.js';

const NS_PER_MS = 1_000_000n;
/** Minimum length of a window: one bucket of the chart. */
const MIN_NS = 1000n * NS_PER_MS;

/** Moves a range by half of its length: 1 for later, -1 for earlier. */
export function panned(range: Required<Bounds>, by: 1 | -1): TimeWindow {
  const [oldest, newest] = nsOf(range);
  const step = ((newest - oldest) / 2n) * BigInt(by);
  return { kind: 'between', oldest: oldest + step, newest: newest + step };
}

/** Halves or doubles a range around its middle. */
export function zoomed(range: Required<Bounds>, direction: 'in' | 'out'): TimeWindow {
  const [oldest, newest] = nsOf(range);
  const length = newest - oldest;
  if (direction === 'out') {
    return { kind: 'between', oldest: oldest - length / 2n, newest: newest + length / 2n };
  }
  const quarter = length / 4n;
  return length / 2n < MIN_NS
    ? { kind: 'between', oldest, newest }
    : { kind: 'between', oldest: oldest + quarter, newest: newest - quarter };
}

/** Returns a window of the same length that ends just after a time. */
export function windowUpTo(window: TimeWindow, time: string): TimeWindow {
  const newest = readTime(time) + NS_PER_MS;
  return { kind: 'between', oldest: newest - (lengthOf(window) ?? MIN_NS), newest };
}

/** Returns the window from `distanceNs` before a time to `distanceNs` after it. */
export function windowAround(ns: bigint, distanceNs: bigint): TimeWindow {
  return { kind: 'between', oldest: ns - distanceNs, newest: ns + distanceNs };
}

function nsOf({ oldest, newest }: Required<Bounds>): readonly [bigint, bigint] {
  return [readTime(oldest), readTime(newest)];
}
