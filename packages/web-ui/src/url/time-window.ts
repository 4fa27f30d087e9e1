import { readTime, writeTime } from '../parts/values/format-time.js';

/** Time window of a page. It either ends at the current time, covers all time, or has fixed bounds in ns since 1970. */
export type TimeWindow =
  | { readonly kind: 'last'; readonly amount: number; readonly unit: Unit }
  | { readonly kind: 'all' }
  | { readonly kind: 'between'; readonly oldest: bigint; readonly newest: bigint };

const units = { m: 60, h: 3600, d: 86_400 } as const;
type Unit = keyof typeof units;

const NS_PER_S = 1_000_000_000n;
/**
 * Maximum number of units in a relative window. The limit ensures that the start of the window is a valid timestamp.
 */
const MAX_AMOUNT = 99_999;

export const defaultWindow: TimeWindow = { kind: 'last', amount: 24, unit: 'h' };

/** Parses `15m`, `24h`, `7d`, `all` or `<time>..<time>`. Returns undefined for other strings. */
export function readTimeWindow(text: string): TimeWindow | undefined {
  if (text === 'all') {
    return { kind: 'all' };
  }
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  if (unit !== undefined) {
    const count = Number(amount);
    const isPossible = count > 0 && count <= MAX_AMOUNT;
    return isPossible ? { kind: 'last', amount: count, unit: unit as Unit } : undefined;
  }
  const [oldest, newest, ...rest] = text.split('..');
  return newest === undefined || rest.length > 0 ? undefined : readBounds(oldest ?? '', newest);
}

function readBounds(oldestText: string, newestText: string): TimeWindow | undefined {
  try {
    const [oldest, newest] = [readTime(oldestText), readTime(newestText)];
    return oldest < newest ? { kind: 'between', oldest, newest } : undefined;
  } catch {
    return undefined;
  }
}

/** Formats a window in the format that `readTimeWindow` parses. */
export function writeTimeWindow(window: TimeWindow): string {
  switch (window.kind) {
    case 'all':
      return 'all';
    case 'last':
      return `${window.amount}${window.unit}`;
    case 'between':
      return `${writeTime(window.oldest)}..${writeTime(window.newest)}`;
  }
}

/** Returns the display name of a window, such as `Last 24 h`. */
export function nameTimeWindow(window: TimeWindow): string {
  const names = { m: 'min', h: 'h', d: 'd' } as const;
  switch (window.kind) {
    case 'all':
      return 'All time';
    case 'last':
      return `Last ${window.amount} ${names[window.unit]}`;
    case 'between':
      return `${shortTime(window.oldest)} – ${shortTime(window.newest)}`;
  }
}

function shortTime(ns: bigint): string {
  return writeTime(ns).slice(0, 19).replace('T', ' ');
}

/** Bounds of a window, as API parameters. */
export interface Bounds {
  readonly oldest?: string;
  readonly newest?: string;
}

/** Returns the bounds of a window at the time `nowNs`. */
export function boundsOf(window: TimeWindow, nowNs: bigint): Bounds {
  switch (window.kind) {
    case 'all':
      return {};
    case 'last':
      return { oldest: writeTime(nowNs - BigInt(window.amount * units[window.unit]) * NS_PER_S) };
    case 'between':
      return { oldest: writeTime(window.oldest), newest: writeTime(window.newest) };
  }
}

/** Returns the length of a window in ns; undefined for the window that covers all time. */
function lengthOf(window: TimeWindow): bigint | undefined {
  switch (window.kind) {
    case 'all':
      return undefined;
    case 'last':
      return BigInt(window.amount * units[window.unit]) * NS_PER_S;
    case 'between':
      return window.newest - window.oldest;
  }
}

/** Returns a fixed window with the bounds that the given window has at the time `nowNs`. */
export function fixedWindow(window: TimeWindow, nowNs: bigint): TimeWindow {
  const lengthNs = window.kind === 'last' ? lengthOf(window) : undefined;
  return lengthNs === undefined
    ? window
    : { kind: 'between', oldest: nowNs - lengthNs, newest: nowNs };
}

const NS_PER_MS = 1_000_000n;
/** Minimum length of a window: one second. */
const MIN_NS = 1000n * NS_PER_MS;

/** Returns a range moved by half of its length: to later times if `by` is 1, and to earlier times if it is -1. */
export function panned(range: Required<Bounds>, by: 1 | -1): TimeWindow {
  const [oldest, newest] = toNs(range);
  const step = ((newest - oldest) / 2n) * BigInt(by);
  return { kind: 'between', oldest: oldest + step, newest: newest + step };
}

/**
 * Returns a range with half or double the length and the same middle. A range that would become too short keeps its
 * length.
 */
export function zoomed(range: Required<Bounds>, direction: 'in' | 'out'): TimeWindow {
  const [oldest, newest] = toNs(range);
  const length = newest - oldest;
  if (direction === 'out') {
    return { kind: 'between', oldest: oldest - length / 2n, newest: newest + length / 2n };
  }
  const quarter = length / 4n;
  return length / 2n < MIN_NS
    ? { kind: 'between', oldest, newest }
    : { kind: 'between', oldest: oldest + quarter, newest: newest - quarter };
}

/** Returns a window of the same length that ends shortly after the given time. */
export function windowUpTo(window: TimeWindow, time: string): TimeWindow {
  const newest = readTime(time) + NS_PER_MS;
  return { kind: 'between', oldest: newest - (lengthOf(window) ?? MIN_NS), newest };
}

/** Returns the window from `distanceNs` before a time to `distanceNs` after it. */
export function windowAround(ns: bigint, distanceNs: bigint): TimeWindow {
  return { kind: 'between', oldest: ns - distanceNs, newest: ns + distanceNs };
}

function toNs({ oldest, newest }: Required<Bounds>): readonly [bigint, bigint] {
  return [readTime(oldest), readTime(newest)];
}
