import type { ArithmeticOperator, ComparisonOperator } from './expression.js';
import type { Scalar } from './query.js';

type Compute<Result, Operand> = (left: Operand, right: Operand) => Result;

/** Arithmetic on integers of any size. A power is undefined if it is not computed exactly. */
export const computeIntegers = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': integerPower,
} as const satisfies Readonly<Record<ArithmeticOperator, Compute<bigint | undefined, bigint>>>;

/** Arithmetic on doubles. Results can be infinite or NaN. */
export const computeNumbers: Readonly<Record<ArithmeticOperator, Compute<number, number>>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': (left, right) => left ** right,
};

/** Comparisons of numbers by value, regardless of their types. */
export const compareNumbers: Readonly<
  Record<Exclude<ComparisonOperator, '=~' | '!~'>, Compute<boolean, bigint | number>>
> = {
  '=': (left, right) => left >= right && left <= right,
  '!=': (left, right) => !(left >= right && left <= right),
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

export function negate(scalar: Scalar): Scalar {
  return scalar.type === 'float'
    ? { type: 'float', value: -scalar.value }
    : { type: scalar.type, value: -scalar.value };
}

/** Computes a power only if the result may fit into 64 bits, because the exponent can be any integer. */
function integerPower(base: bigint, exponent: bigint): bigint | undefined {
  if (exponent < 0n) {
    return undefined;
  }
  if (exponent === 0n || base === 1n) {
    return 1n;
  }
  if (base === 0n) {
    return 0n;
  }
  if (base === -1n) {
    return exponent % 2n === 0n ? 1n : -1n;
  }
  return exponent < 64n ? base ** exponent : undefined;
}
