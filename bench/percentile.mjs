export const P95 = 0.95;

/** Returns a percentile of the given numbers. `share` is between 0 and 1; 0.5 selects the median. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}
