import { TraceQlError } from '../traceql-error.js';
import { computeIntegers, computeNumbers } from '../tree/compute.js';
import { MAX_INT, MIN_INT } from '../tree/expression.js';
import type { MathOperator, Scalar } from '../tree/query.js';

/**
 * Computes an operation on two numbers. The type of the result depends on the operands:
 * - If exactly one operand is a duration, so is the result.
 * - The sum or difference of two durations is a duration.
 * - The result of two integers is an integer; `/` truncates.
 * - All other results are floats.
 */
export function computeScalar(operator: MathOperator, left: Scalar, right: Scalar): Scalar {
  if (operator === '/' && Number(right.value) === 0) {
    throw new TraceQlError('division by zero');
  }
  const type = typeOfResult(operator, left, right);
  if (left.type === 'float' || right.type === 'float' || type === 'float') {
    const value = computeNumbers[operator](Number(left.value), Number(right.value));
    return inRange(type === 'float' ? { type, value } : { type, value: toInteger(value) });
  }
  return inRange({ type, value: computeIntegers[operator](left.value, right.value) });
}

function typeOfResult(operator: MathOperator, left: Scalar, right: Scalar): Scalar['type'] {
  const durations = [left, right].filter(({ type }) => type === 'duration').length;
  if (durations === 1 || (durations === 2 && (operator === '+' || operator === '-'))) {
    return 'duration';
  }
  return left.type === 'int' && right.type === 'int' ? 'int' : 'float';
}

function toInteger(value: number): bigint {
  return BigInt(Number.isFinite(value) ? Math.round(value) : Number.MAX_VALUE);
}

function inRange(scalar: Scalar): Scalar {
  const isInRange =
    scalar.type === 'float'
      ? Number.isFinite(scalar.value)
      : scalar.value <= MAX_INT && scalar.value >= MIN_INT;
  if (!isInRange) {
    throw new TraceQlError('a number is out of range');
  }
  return scalar;
}
