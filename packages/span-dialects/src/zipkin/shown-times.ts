import { toMicroseconds } from '../spans/to-microseconds.js';

const NS_PER_MICROSECOND = 1000n;

/** Returns a duration in microseconds, rounded up to at least 1; undefined for a span without a duration. */
export function toDuration(startNs: bigint, endNs: bigint): number | bigint | undefined {
  const ns = endNs - startNs;
  if (ns <= 0n) {
    return undefined;
  }
  return ns < NS_PER_MICROSECOND ? 1 : toMicroseconds(ns);
}
