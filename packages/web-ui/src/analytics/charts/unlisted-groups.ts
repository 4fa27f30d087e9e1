import type { Measures } from '../../api/aggregate.js';

/** Sums of fractions differ in their last digits. */
const ROUNDING = 1e-9;

/** Returns what a sum has beyond its known parts, never less than 0. */
export function restOfSum(sum: number, parts: readonly (number | null | undefined)[]): number {
  const known = parts.reduce<number>((total, part) => total + (part ?? 0), 0);
  return sum - known > sum * ROUNDING ? sum - known : 0;
}

/** Returns what the groups that are not listed add up to. Percentiles cannot be subtracted, and are absent. */
export function restOf(total: Measures, listed: readonly Measures[]): Measures {
  const rest = (value: (measures: Measures) => number | null | undefined) =>
    restOfSum(value(total) ?? 0, listed.map(value));
  return {
    count: rest(({ count }) => count),
    failed: rest(({ failed }) => failed),
    tokens: { sum: rest(({ tokens }) => tokens?.['sum']) },
    costs: { sum: rest(({ costs }) => costs?.['sum']) },
  };
}
