import { type ArithmeticOperator, MAX_INT, MIN_INT } from '../tree/expression.js';
import type { Scalar } from '../tree/query.js';
import { isNumber } from './compare-values.js';
import type { Value } from './traced-span.js';

/** Computes a number; nil if an operand is not a number, and for a division of integers by zero. */
export function computeValue(
  operator: ArithmeticOperator,
  left: Value | undefined,
  right: Value | undefined,
): Scalar | undefined {
  if (!isNumber(left) || !isNumber(right)) {
    return undefined;
  }
  if (left.type === 'int' && right.type === 'int') {
    if (right.value === 0n && (operator === '/' || operator === '%')) {
      return undefined;
    }
    const value = ofIntegers[operator](left.value, right.value);
    if (value !== undefined && value >= MIN_INT && value <= MAX_INT) {
      return { type: 'int', value };
    }
  }
  const value = ofDoubles[operator](Number(left.value), Number(right.value));
  return { type: 'float', value };
}

type Compute<Result, Operand> = (left: Operand, right: Operand) => Result;

/** Undefined if the result exceeds 64 bits for certain. */
const ofIntegers: Readonly<Record<ArithmeticOperator, Compute<bigint | undefined, bigint>>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': integerPower,
};

const ofDoubles: Readonly<Record<ArithmeticOperator, Compute<number, number>>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': (left, right) => left ** right,
};

/** Computes only powers that may fit into 64 bits, because the exponent of a query may be any integer. */
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
