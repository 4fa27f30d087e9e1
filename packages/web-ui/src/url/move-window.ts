import { readTime } from '../parts/values/format-time.js';
import { type Bounds, lengthOf, type TimeWindow } from './time-window.js';

const NS_PER_MS = 1_000_000n;
/** A window is never shorter, so that it has a bucket for the chart. */
const MIN_NS = 1000n * NS_PER_MS;

/** Moves a range by half of its length: later with 1, earlier with -1. */
export function panned(range: Required<Bounds>, by: 1 | -1): TimeWindow {
  const [oldest, newest] = nsOf(range);
  const step = ((newest - oldest) / 2n) * BigInt(by);
  return { kind: 'between', oldest: oldest + step, newest: newest + step };
}

/** Halves a range around its middle, or doubles it. */
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

/** Returns the window of the same length that ends just after a moment. */
export function windowUpTo(window: TimeWindow, time: string): TimeWindow {
  const newest = readTime(time) + NS_PER_MS;
  return { kind: 'between', oldest: newest - (lengthOf(window) ?? MIN_NS), newest };
}

/** Returns the window that begins and ends some ns before and after a moment. */
export function windowAround(ns: bigint, distanceNs: bigint): TimeWindow {
  return { kind: 'between', oldest: ns - distanceNs, newest: ns + distanceNs };
}

function nsOf({ oldest, newest }: Required<Bounds>): readonly [bigint, bigint] {
  return [readTime(oldest), readTime(newest)];
}
