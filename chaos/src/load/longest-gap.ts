/** Returns the longest interval between `fromMs` and `toMs` without any of `times`, which are in ascending order. */
export function longestGapMs(times: readonly number[], fromMs: number, toMs: number): number {
  let longest = 0;
  let previous = fromMs;
  for (const atMs of [...times.filter((time) => time > fromMs && time < toMs), toMs]) {
    longest = Math.max(longest, atMs - previous);
    previous = atMs;
  }
  return longest;
}
