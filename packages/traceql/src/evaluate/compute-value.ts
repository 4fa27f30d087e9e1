import { computeIntegers, computeNumbers } from '../tree/compute.js';
import { type ArithmeticOperator, MAX_INT, MIN_INT } from '../tree/expression.js';
import type { Scalar } from '../tree/query.js';
import { isNumber } from './compare-values.js';
import type { Value } from './traced-span.js';

/** Computes an arithmetic operation. Returns nil if an operand is not a number or if an integer is divided by zero. */
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
    const value = computeIntegers[operator](left.value, right.value);
    if (value !== undefined && value >= MIN_INT && value <= MAX_INT) {
      return { type: 'int', value };
    }
  }
  const value = computeNumbers[operator](Number(left.value), Number(right.value));
  return { type: 'float', value };
}
