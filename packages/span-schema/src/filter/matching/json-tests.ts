import { compareCodePoints } from '../../json/compare-code-points.js';
import { isJsonObject, type JsonValue } from '../../json/json.js';
import type { FilterComparison, JsonTest } from '../filter.js';
import { compileTextMatch } from './text-match.js';

/** Compiles a test of a JSON value. */
export function compileJsonTest(test: JsonTest): (value: JsonValue) => boolean {
  switch (test.kind) {
    case 'exists':
      return () => true;
    case 'contains':
      return (value) => contains(value, test.value);
    case 'one_of':
      return (value) => test.values.some((wanted) => isOneOf(value, wanted));
    case 'all_of':
      return (value) => test.values.every((wanted) => isOneOf(value, wanted));
    case 'compare':
      return (value) => {
        const order = orderOf(value, test.operand);
        return order !== undefined && isInOrder(test.comparison, order);
      };
    case 'text': {
      const matches = compileTextMatch(test);
      return (value) =>
        value !== null && matches(typeof value === 'string' ? value : writeSorted(value));
    }
  }
}

/** Returns whether one JSON value contains another: an object all its members, a list all its elements, and a scalar an equal one. */
export function contains(value: JsonValue, part: JsonValue): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(value) && part.every((one) => value.some((own) => contains(own, one)));
  }
  if (isJsonObject(part)) {
    return (
      isJsonObject(value) &&
      Object.keys(part).every(
        (name) => Object.hasOwn(value, name) && contains(value[name] ?? null, part[name] ?? null),
      )
    );
  }
  // biome-ignore lint/suspicious/noDoubleEquals: compares a number with a bigint by value
  return isNumber(value) && isNumber(part) ? value == part : value === part;
}

function isOneOf(value: JsonValue, wanted: JsonValue): boolean {
  if (Array.isArray(value)) {
    return value.some((element) => contains(element, wanted));
  }
  return !isJsonObject(wanted) && !Array.isArray(wanted) && contains(value, wanted);
}

/** Returns whether a comparison accepts a negative, zero or positive order of its operands. */
export function isInOrder(comparison: FilterComparison | 'eq', order: number): boolean {
  switch (comparison) {
    case 'eq':
      return order === 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
  }
}

/** Returns the order of a value and an operand; undefined if they are not comparable. */
function orderOf(value: JsonValue, operand: number | bigint | string): number | undefined {
  if (typeof operand === 'string') {
    return typeof value === 'string' || isNumber(value)
      ? compareCodePoints(String(value), operand)
      : undefined;
  }
  return isNumber(value) ? Number(value > operand) - Number(value < operand) : undefined;
}

function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Writes compact JSON with sorted names and the escapes of ClickHouse. */
function writeSorted(value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(writeSorted).join(',')}]`;
  }
  if (isJsonObject(value)) {
    const names = Object.keys(value).sort(compareCodePoints);
    const members = names.map((name) => `${quote(name)}:${writeSorted(value[name] ?? null)}`);
    return `{${members.join(',')}}`;
  }
  return typeof value === 'string' ? quote(value) : String(value);
}

/** Quotes a string with upper-case digits in escapes, and with U+2028 and U+2029 escaped. */
function quote(text: string): string {
  return JSON.stringify(text)
    .split('\\\\')
    .map((part) =>
      part
        .replaceAll(/\\u[\da-f]{4}/g, (hex) => `\\u${hex.slice(2).toUpperCase()}`)
        .replaceAll('\u2028', '\\u2028')
        .replaceAll('\u2029', '\\u2029'),
    )
    .join('\\\\');
}
