import { compareCodePoints } from '@spanhouse/span-schema';
import { compareNumbers } from '../tree/compute.js';
import type { ComparisonOperator, Literal } from '../tree/expression.js';
import type { Scalar } from '../tree/query.js';
import type { Value } from './traced-span.js';

type OrderOperator = Exclude<ComparisonOperator, '=~' | '!~'>;
type Test = (value: Literal) => boolean;

/** Returns whether a value is an int, a float or a duration. */
export function isNumber(value: Value | undefined): value is Scalar {
  return value?.type === 'int' || value?.type === 'float' || value?.type === 'duration';
}

/** Compares two values. Returns false for nil, for incompatible types, and for two lists. */
export function compareValues(
  operator: OrderOperator,
  left: Value | undefined,
  right: Value | undefined,
): boolean {
  if (left === undefined || right === undefined) {
    return false;
  }
  if (left.type === 'list') {
    return (
      right.type !== 'list' &&
      testElements(operator, left.values, (value) => compareLiterals(operator, value, right))
    );
  }
  return right.type === 'list'
    ? testElements(operator, right.values, (value) => compareLiterals(operator, left, value))
    : compareLiterals(operator, left, right);
}

/**
 * Returns whether a string matches a pattern. If the value is a list, `=~` requires one matching element, and `!~`
 * requires that no element matches.
 */
export function matchValue(
  operator: '=~' | '!~',
  value: Value | undefined,
  matches: (text: string) => boolean,
): boolean {
  const test: Test = (literal) =>
    literal.type === 'string' && matches(literal.value) === (operator === '=~');
  if (value === undefined) {
    return false;
  }
  return value.type === 'list' ? testElements(operator, value.values, test) : test(value);
}

/**
 * Tests the elements of a list. A negative operator must be true for every element, and any other operator for at least
 * one element.
 */
function testElements(
  operator: ComparisonOperator,
  values: readonly Literal[],
  test: Test,
): boolean {
  return operator === '!=' || operator === '!~' ? values.every(test) : values.some(test);
}

function compareLiterals(operator: OrderOperator, left: Literal, right: Literal): boolean {
  if (isNumber(left) && isNumber(right)) {
    return compareNumbers[operator](left.value, right.value);
  }
  if (left.type !== right.type) {
    return false;
  }
  if (left.type === 'string' && right.type === 'string') {
    return compareNumbers[operator](compareCodePoints(left.value, right.value), 0);
  }
  if (operator === '=') {
    return left.value === right.value;
  }
  return operator === '!=' && left.value !== right.value;
}
