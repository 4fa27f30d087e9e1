import type { FilterComparison, JsonTest } from '../../filter/filter.js';
import { compareCodePoints } from '../../json/compare-code-points.js';
import { isJsonObject, type JsonValue } from '../../json/json.js';
import { createTextMatcher } from './filter-text-matcher.js';

export type JsonPredicate = (value: JsonValue) => boolean;

export function createJsonTest(test: JsonTest): JsonPredicate {
  switch (test.kind) {
    case 'exists':
      return () => true;
    case 'contains':
      return (value) => containsJson(value, test.value);
    case 'one_of':
      return (value) => test.values.some((one) => hasJson(value, one));
    case 'all_of':
      return (value) => test.values.every((one) => hasJson(value, one));
    case 'compare':
      return createOrderTest(test);
    case 'text': {
      const matches = createTextMatcher(test);
      return (value) => value !== null && matches(textOf(value));
    }
  }
}

/**
 * Returns whether one value contains another. An object must have all members, a list must have all elements in any
 * order, and a scalar must be equal.
 */
export function containsJson(value: JsonValue, part: JsonValue): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(value) && part.every((one) => value.some((own) => containsJson(own, one)));
  }
  if (isJsonObject(part)) {
    return (
      isJsonObject(value) &&
      Object.entries(part).every(([name, one]) => {
        const own = Object.hasOwn(value, name) ? value[name] : undefined;
        return own !== undefined && containsJson(own, one);
      })
    );
  }
  return equalScalars(value, part);
}

function hasJson(value: JsonValue, one: JsonValue): boolean {
  return Array.isArray(value)
    ? value.some((own) => containsJson(own, one))
    : equalScalars(value, one);
}

function equalScalars(value: JsonValue, one: JsonValue): boolean {
  if (isNumber(value) && isNumber(one)) {
    return compareNumbers(value, one) === 0;
  }
  return value === one && !isJsonObject(value);
}

function createOrderTest({
  comparison,
  operand,
}: JsonTest & { readonly kind: 'compare' }): JsonPredicate {
  return (value) => {
    const order =
      typeof operand === 'string' ? compareTexts(value, operand) : compareToNumber(value, operand);
    return order !== undefined && orders[comparison](order);
  };
}

const orders: Readonly<Record<FilterComparison | 'eq', (order: number) => boolean>> = {
  eq: (order) => order === 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

function compareTexts(value: JsonValue, operand: string): number | undefined {
  if (typeof value === 'string') {
    return compareCodePoints(value, operand);
  }
  return isNumber(value) ? compareCodePoints(String(value), operand) : undefined;
}

function compareToNumber(value: JsonValue, operand: number | bigint): number | undefined {
  return isNumber(value) ? compareNumbers(value, operand) : undefined;
}

/** Compares numbers exactly, even a `bigint` with a fractional number. */
function compareNumbers(left: number | bigint, right: number | bigint): number {
  return left < right ? -1 : Number(left > right);
}

function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : toSortedJson(value);
}

/**
 * Returns compact JSON with sorted keys. Strings have the same escapes as in ClickHouse: hex digits are upper case, and
 * U+2028 and U+2029 are escaped.
 */
function toSortedJson(value: JsonValue): string {
  if (typeof value === 'string') {
    return toJsonText(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(toSortedJson).join(',')}]`;
  }
  if (!isJsonObject(value)) {
    return String(value);
  }
  const members = Object.entries(value)
    .sort(([left], [right]) => compareCodePoints(left, right))
    .map(([name, member]) => `${toJsonText(name)}:${toSortedJson(member)}`);
  return `{${members.join(',')}}`;
}

function toJsonText(text: string): string {
  return JSON.stringify(text)
    .replace(/\\(?:u([0-9a-f]{4})|.)/g, (letter, hex?: string) =>
      hex === undefined ? letter : `\\u${hex.toUpperCase()}`,
    )
    .replace(/[\u2028\u2029]/g, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`);
}
