import type { Clock } from '@spanhouse/service-runtime';

/** Source of receive times. The current version of a span is the version with the latest receive time. */
export interface ReceiptClock {
  /** Returns a time in nanoseconds since the Unix epoch. It is greater than every earlier value. */
  next(): bigint;
}

/**
 * Limit on how far the last time of an earlier process may be ahead of the wall clock. Without this limit, a wall clock
 * that was once set years ahead would date spans wrongly for years.
 */
const MOST_AHEAD_NS = 86_400_000_000_000n;

/**
 * Creates a clock whose times strictly increase within the process, even if the wall clock is set back. Each time is
 * the current time or the previous value plus 1 ns, whichever is larger. `after` is the last time of an earlier
 * process: all times are greater than `after`, unless `after` is more than a day ahead of the wall clock.
 */
export function createReceiptClock(clock: Pick<Clock, 'nowNs'>, after = 0n): ReceiptClock {
  let last = after - clock.nowNs() > MOST_AHEAD_NS ? 0n : after;
  return {
    next() {
      const now = clock.nowNs();
      last = now > last ? now : last + 1n;
      return last;
    },
  };
}
