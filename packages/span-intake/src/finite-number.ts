/** The nearest finite number: sums and products of what was sent may overflow, and JSON has no infinity. */
export function toFinite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}
