const NS_PER_MICROSECOND = 1000n;

/** Rounds a time down to microseconds. It stays a bigint where a number would round it again. */
export function toMicroseconds(ns: bigint): number | bigint {
  const rest = ns % NS_PER_MICROSECOND;
  const whole = (ns - rest) / NS_PER_MICROSECOND - (rest < 0n ? 1n : 0n);
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}
