import type { Clock } from '@spanhouse/service-runtime';

/** Gives receive times, which decide which version of a span is current. */
export interface ReceiptClock {
  /** Returns nanoseconds since the Unix epoch, greater than every earlier value. */
  next(): bigint;
}

/**
 * Creates a clock whose times strictly increase within the process, even if the wall clock is set back:
 * each is the larger of the current time and the last value plus 1 ns.
 */
export function createReceiptClock(clock: Pick<Clock, 'nowNs'>): ReceiptClock {
  let last = 0n;
  return {
    next() {
      const now = clock.nowNs();
      last = now > last ? now : last + 1n;
      return last;
    },
  };
}
