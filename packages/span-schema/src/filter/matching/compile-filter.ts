import { compareCodePoints } from '../../json/compare-code-points.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import { wordsOf } from '../conditions/content-conditions.js';
import { createLikeMatcher } from '../conditions/like.js';
import { formatFilterTime } from '../conditions/time-conditions.js';
import type {
  AttributeTest,
  CompareTest,
  FilterAttributeField,
  FilterComparison,
  FilterExpression,
  FilterTest,
  JsonTest,
  TextMatch,
} from '../filter.js';
import type { FilterableSpan, FilterPredicate } from './filterable-span.js';
import { findInNames, findInPath } from './find-in-path.js';

/**
 * Compiles a filter to a function that tests one span. The function returns the same result as the store, except for
 * letters whose case mapping differs between JavaScript and the store. Without a filter, every span matches.
 */
export function compileFilter(filter: FilterExpression | undefined): FilterPredicate {
  if (filter === undefined) {
    return () => true;
  }
  switch (filter.kind) {
    case 'and': {
      const tests = filter.operands.map(compileFilter);
      return (span) => tests.every((test) => test(span));
    }
    case 'or': {
      const tests = filter.operands.map(compileFilter);
      return (span) => tests.some((test) => test(span));
    }
    case 'not': {
      const test = compileFilter(filter.operand);
      return (span) => !test(span);
    }
    default:
      return compileTest(filter);
  }
}

function compileTest(test: FilterTest): FilterPredicate {
  const { kind } = test;
  switch (kind) {
    case 'absent':
      return (span) => span[test.field] === undefined;
    case 'equals_any': {
      const values: ReadonlySet<unknown> = new Set<unknown>(test.values);
      return (span) => values.has(span[test.field]);
    }
    case 'compare':
      return compileComparison(test);
    case 'text': {
      const matches = compileTextMatch(test);
      return (span) => {
        const value = span[test.field];
        return (
          value !== undefined &&
          matches(typeof value === 'bigint' ? formatFilterTime(value) : value)
        );
      };
    }
    case 'attribute':
      return compileAttributeTest(test);
    case 'entry': {
      const members = test.members.map(({ name, values }) => ({
        name,
        values: new Set<unknown>(values),
      }));
      const attributes = test.attributes ?? {};
      return (span) =>
        (span[test.field] ?? []).some(
          (entry) =>
            members.every(({ name, values }) => values.has(entry[name])) &&
            contains(entry['attributes'] ?? {}, attributes),
        );
    }
    case 'entry_attribute':
      return (span) =>
        (span[test.field] ?? []).some((entry) => {
          const value = findInPath(entry['attributes'], test.key);
          return value !== undefined && contains(value, test.value);
        });
    case 'content': {
      const { words } = test;
      return ({ attributes, events = [] }) =>
        hasWords(attributes, words) ||
        events.some((event) => hasWords(event['attributes'] ?? null, words));
    }
  }
}

function compileComparison({ field, comparison, operand }: CompareTest): FilterPredicate {
  return (span) => {
    const value = span[field];
    if (typeof value === 'bigint' && typeof operand === 'bigint') {
      return isInOrder(comparison, value < operand ? -1 : Number(value > operand));
    }
    return (
      typeof value === 'string' &&
      typeof operand === 'string' &&
      isInOrder(comparison, compareCodePoints(value, operand))
    );
  };
}

function compileAttributeTest({ field, key, test }: AttributeTest): FilterPredicate {
  const holds = compileJsonTest(test);
  const find = field === 'attributes' ? findInPath : findInNames;
  return (span) => {
    const value = find(attributesOf(span, field), key);
    return value !== undefined && holds(value);
  };
}

function attributesOf(
  { attributes, resource, scope }: FilterableSpan,
  field: FilterAttributeField,
): JsonObject | undefined {
  switch (field) {
    case 'attributes':
      return attributes;
    case 'resource.attributes':
      return resource?.attributes;
    case 'scope.attributes':
      return scope?.attributes;
  }
}

/** Returns whether a string inside the value contains the words next to each other. */
function hasWords(value: JsonValue, words: readonly string[]): boolean {
  if (typeof value === 'string') {
    const own = wordsOf(value);
    return own.some((_, start) => words.every((word, index) => own[start + index] === word));
  }
  return isJsonObject(value) || Array.isArray(value)
    ? Object.values(value).some((member: JsonValue) => hasWords(member, words))
    : false;
}

function compileJsonTest(test: JsonTest): (value: JsonValue) => boolean {
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

/**
 * Returns whether one JSON value contains another. An object must have all members, a list must have all elements, and
 * a scalar must be equal.
 */
function contains(value: JsonValue, part: JsonValue): boolean {
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

/** Returns whether a comparison holds for operands whose order is `order`, which is negative, zero or positive. */
function isInOrder(comparison: FilterComparison | 'eq', order: number): boolean {
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

/** Returns the order of a value relative to an operand; `undefined` if they are not comparable. */
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

/** Writes compact JSON with sorted names and the same escapes as ClickHouse. */
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

/** Quotes a string. Hex digits of escapes are in upper case, and U+2028 and U+2029 are escaped. */
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

/** Compiles a comparison of a string with the operand. */
function compileTextMatch(test: TextMatch): (text: string) => boolean {
  const matches = compileExact(test);
  return test.isCaseSensitive ? matches : (text) => matches(text.toLowerCase());
}

function compileExact({ match, operand }: TextMatch): (text: string) => boolean {
  switch (match) {
    case 'equals':
      return (text) => text === operand;
    case 'starts_with':
      return (text) => text.startsWith(operand);
    case 'ends_with':
      return (text) => text.endsWith(operand);
    case 'contains':
      return (text) => text.includes(operand);
    case 'like':
      return createLikeMatcher(operand);
  }
}
