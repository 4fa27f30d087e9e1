import type { Clock } from './clock.js';

export interface ReceiptClock {
  /** Nanoseconds since the Unix epoch, greater than every value it gave before. */
  next(): bigint;
}

/** Strictly increasing within the process, also when the wall clock is set back. */
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
