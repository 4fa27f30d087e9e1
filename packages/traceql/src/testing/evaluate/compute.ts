import { compilePattern } from '../../check/compile-pattern.js';
import type { Value } from '../../evaluate/traced-span.js';
import {
  type ArithmeticOperator,
  type ComparisonOperator,
  type Literal,
  MAX_INT,
  MIN_INT,
} from '../../tree/expression.js';

/** Computes an arithmetic operation. Returns nil if an operand is not a number or if an integer is divided by zero. */
export function calculate(
  operator: ArithmeticOperator,
  left: Value | undefined,
  right: Value | undefined,
): Literal | undefined {
  if (!isNumber(left) || !isNumber(right)) {
    return undefined;
  }
  if (left.type === 'int' && right.type === 'int') {
    const exact = calculateExactly(operator, left.value, right.value);
    if (exact === undefined || (exact >= MIN_INT && exact <= MAX_INT)) {
      return exact === undefined ? undefined : { type: 'int', value: exact };
    }
  }
  return {
    type: 'float',
    value: calculateApproximately(operator, Number(left.value), Number(right.value)),
  };
}

function calculateExactly(
  operator: ArithmeticOperator,
  left: bigint,
  right: bigint,
): bigint | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    case '%':
      return right === 0n ? undefined : left % right;
    case '^':
      return power(left, right);
  }
}

/** Computes a power. If the result is too large or not an integer, returns a number outside the integer range. */
function power(base: bigint, exponent: bigint): bigint {
  const isSmall = base >= -1n && base <= 1n;
  if (exponent < 0n || (!isSmall && exponent > 64n)) {
    return MAX_INT + 1n;
  }
  return base ** (isSmall ? (exponent % 2n === 0n ? (exponent === 0n ? 0n : 2n) : 1n) : exponent);
}

function calculateApproximately(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '^':
      return left ** right;
  }
}

type NumberValue = Extract<Literal, { type: 'int' | 'float' | 'duration' }>;

/** Returns whether a value is an int, a float or a duration. */
export function isNumber(value: Value | undefined): value is NumberValue {
  return value?.type === 'int' || value?.type === 'float' || value?.type === 'duration';
}

/**
 * Compares two values. Returns false for nil and for incompatible types. The operator determines whether one element or
 * all elements of a list must satisfy the comparison.
 */
export function compare(
  operator: ComparisonOperator,
  left: Value | undefined,
  right: Value | undefined,
): boolean {
  if (left === undefined || right === undefined) {
    return false;
  }
  if (left.type === 'list') {
    return (
      right.type !== 'list' &&
      anyOrAll(operator, left.values, (value) => compare(operator, value, right))
    );
  }
  if (right.type === 'list') {
    return anyOrAll(operator, right.values, (value) => compare(operator, left, value));
  }
  if (operator === '=~' || operator === '!~') {
    return matches(left, right) === (operator === '=~') && left.type === 'string';
  }
  const order = orderOf(left, right);
  return order !== undefined && holds(operator, order, isNumber(left) || left.type === 'string');
}

function anyOrAll(
  operator: ComparisonOperator,
  values: readonly Literal[],
  test: (value: Literal) => boolean,
): boolean {
  return operator === '!=' || operator === '!~' ? values.every(test) : values.some(test);
}

function matches(left: Literal, right: Literal): boolean {
  const pattern = compilePattern(String(right.value));
  return pattern.status === 'compiled' && pattern.matches(String(left.value));
}

/**
 * Compares two literals and returns -1, 0 or 1. Returns NaN if a number is NaN, and undefined if the types are
 * incompatible.
 */
function orderOf(left: Literal, right: Literal): number | undefined {
  if (isNumber(left) && isNumber(right)) {
    return Number.isNaN(left.value) || Number.isNaN(right.value)
      ? Number.NaN
      : sign(left.value < right.value, left.value > right.value);
  }
  if (left.type !== right.type) {
    return undefined;
  }
  if (left.type === 'string') {
    return compareCodePoints(left.value, String(right.value));
  }
  return left.value === right.value ? 0 : 1;
}

function compareCodePoints(left: string, right: string): number {
  const [a, b] = [[...left], [...right]].map((points) =>
    points.map((point) => point.codePointAt(0) ?? 0),
  );
  const index = (a ?? []).findIndex((point, at) => point !== b?.[at]);
  const [x = -1, y = -1] = index < 0 ? [a?.length, b?.length] : [a?.[index], b?.[index]];
  return sign(x < y, x > y);
}

function sign(isLess: boolean, isGreater: boolean): number {
  return isLess ? -1 : isGreater ? 1 : 0;
}

function holds(operator: ComparisonOperator, order: number, isOrdered: boolean): boolean {
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return isOrdered && order < 0;
    case '<=':
      return isOrdered && order <= 0;
    case '>':
      return isOrdered && order > 0;
    case '>=':
      return isOrdered && order >= 0;
    default:
      return false;
  }
}
