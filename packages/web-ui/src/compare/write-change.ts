import {
  writeCost,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../parts/values/write-value.js';

/** Formats the difference between two durations, given in ns: `-7.20 s`, `+85 ms`, `0 ns`. */
export function writeDurationChange(ns: number): string {
  return withSign(ns, writeDuration);
}

/** Formats the difference between two durations, given in ns, with all digits. */
export function writeExactDurationChange(ns: number): string {
  return withSign(ns, writeExactDuration);
}

export function writeCountChange(count: number): string {
  return withSign(count, writeCount);
}

/** Cost differences below this limit are rounded to one significant digit, such as `-4e-5`. */
const SMALL_COST = 0.0001;

export function writeCostChange(cost: number): string {
  return withSign(cost, (size) => (size < SMALL_COST ? size.toPrecision(1) : writeCost(size)));
}

/**
 * Formats a change as a percentage of the earlier value, such as `-78 %`. Returns undefined if the earlier value is 0.
 */
export function writePercentChange(before: number, after: number): string | undefined {
  return before === 0
    ? undefined
    : withSign(Math.round((100 * (after - before)) / before), (size) => `${size} %`);
}

function withSign(value: number, write: (size: number) => string): string {
  const sign = value > 0 ? '+' : value < 0 ? '-' : '';
  return `${sign}${write(Math.abs(value))}`;
}

/** Number of significant digits to which a difference between decimal fractions is rounded. */
const EXACT_DIGITS = 12;

/** Formats the difference between two numbers with all digits, but without the rounding errors of binary fractions. */
export function writeExactChange(before: number, after: number): string {
  return withSign(Number((after - before).toPrecision(EXACT_DIGITS)), String);
}
