import { compareCodePoints } from '../../json/compare-code-points.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import { wordsOf } from '../conditions/content-conditions.js';
import { formatFilterTime } from '../conditions/time-conditions.js';
import type {
  AttributeTest,
  CompareTest,
  FilterAttributeField,
  FilterExpression,
  FilterTest,
} from '../filter.js';
import type { FilterableSpan, FilterPredicate } from './filterable-span.js';
import { findInNames, findInPath } from './find-in-path.js';
import { compileJsonTest, contains, isInOrder } from './json-tests.js';
import { compileTextMatch } from './text-match.js';

/**
 * Compiles a filter to a function that tests one span. It returns what the store answers for the same span, except for
 * the lower case of letters whose case mapping is not the same in JavaScript. Every span matches a missing filter.
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

/** Returns whether a string in the value contains the words next to each other. */
function hasWords(value: JsonValue, words: readonly string[]): boolean {
  if (typeof value === 'string') {
    const own = wordsOf(value);
    return own.some((_, start) => words.every((word, index) => own[start + index] === word));
  }
  return isJsonObject(value) || Array.isArray(value)
    ? Object.values(value).some((member: JsonValue) => hasWords(member, words))
    : false;
}
