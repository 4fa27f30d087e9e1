const NS_PER_MICROSECOND = 1000n;

/** Rounds a time down to microseconds. It stays a bigint where a number would round it again. */
export function toMicroseconds(ns: bigint): number | bigint {
  const rest = ns % NS_PER_MICROSECOND;
  const whole = (ns - rest) / NS_PER_MICROSECOND - (rest < 0n ? 1n : 0n);
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

/** Returns a duration in microseconds: at least 1, and undefined for a span that takes no time. */
export function toDuration(startNs: bigint, endNs: bigint): number | bigint | undefined {
  const ns = endNs - startNs;
  if (ns <= 0n) {
    return undefined;
  }
  return ns < NS_PER_MICROSECOND ? 1 : toMicroseconds(ns);
}
