/** Returns a percentile of numbers; `share` 0.5 is the median. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}
