const NS_PER_MICROSECOND = 1000n;

/** Rounds a time down to microseconds. The result is a bigint if a number cannot represent it. */
export function toMicroseconds(ns: bigint): number | bigint {
  const rest = ns % NS_PER_MICROSECOND;
  const whole = (ns - rest) / NS_PER_MICROSECOND - (rest < 0n ? 1n : 0n);
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}
