import { toIso, toMs } from '../../parts/values/format-time.js';
import type { Bounds } from '../../url/time-window.js';

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
const MAX_BUCKETS = 60;

/** Preferred bucket lengths in minutes. */
const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 4320, 10_080, 43_200];

/** A time range that consists of whole buckets. The same window always yields the same buckets. */
export interface SnappedRange {
  readonly bounds: Required<Bounds>;
  /** Start of the range in ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
}

/** Widens a time range so that it consists of at most sixty whole buckets of a round length. */
export function snapWindow({ oldest, newest }: Required<Bounds>): SnappedRange {
  const from = toMs(oldest);
  const to = toMs(newest);
  const fits = minutes.find((length) => (to - from) / (length * MS_PER_MINUTE) <= MAX_BUCKETS - 1);
  const days = Math.ceil((to - from) / MS_PER_DAY / (MAX_BUCKETS - 1));
  const intervalMs = fits === undefined ? days * MS_PER_DAY : fits * MS_PER_MINUTE;
  const first = Math.floor(from / intervalMs) * intervalMs;
  const last = Math.max(first + intervalMs, Math.ceil(to / intervalMs) * intervalMs);
  return {
    bounds: { oldest: toIso(first), newest: toIso(last) },
    from: first,
    to: last,
    intervalMs,
  };
}
