import type { Measures } from '../../api/aggregate.js';

/** Tolerance for rounding errors when fractions are added. */
const ROUNDING = 1e-9;

/** Subtracts the known parts from a sum. The result is never below 0. */
export function restOfSum(sum: number, parts: readonly (number | null | undefined)[]): number {
  const known = parts.reduce<number>((total, part) => total + (part ?? 0), 0);
  return sum - known > sum * ROUNDING ? sum - known : 0;
}

/** Returns the measures of the unlisted groups. Percentiles are omitted, because they cannot be subtracted. */
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
