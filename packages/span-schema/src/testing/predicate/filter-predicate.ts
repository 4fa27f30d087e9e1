import { wordsOf } from '../../filter/conditions/content-conditions.js';
import { formatFilterTime } from '../../filter/conditions/time-conditions.js';
import type {
  AttributeTest,
  CompareTest,
  ContentTest,
  EntryAttributeTest,
  EntryTest,
  FilterAttributeField,
  FilterExpression,
  FilterField,
  FilterTest,
  FilterTextField,
  FilterTimeField,
  TextTest,
} from '../../filter/filter.js';
import type { FilterableSpan, FilterPredicate } from '../../filter/matching/filterable-span.js';
import { compareCodePoints } from '../../json/compare-code-points.js';
import type { JsonObject, JsonValue } from '../../json/json.js';
import { containsJson, createJsonTest } from './filter-json-predicate.js';
import { createTextMatcher } from './filter-text-matcher.js';
import { valueAtName, valueAtPath } from './json-path.js';

/**
 * Creates the in-memory twin of a filter's SQL. The twin MUST return the same result as the SQL for every span. Without
 * a filter, every span matches.
 */
export function createFilterPredicate(expression: FilterExpression | undefined): FilterPredicate {
  if (expression === undefined) {
    return () => true;
  }
  switch (expression.kind) {
    case 'and': {
      const operands = expression.operands.map(createFilterPredicate);
      return (span) => operands.every((operand) => operand(span));
    }
    case 'or': {
      const operands = expression.operands.map(createFilterPredicate);
      return (span) => operands.some((operand) => operand(span));
    }
    case 'not': {
      const operand = createFilterPredicate(expression.operand);
      return (span) => !operand(span);
    }
    default:
      return createTest(expression);
  }
}

function createTest(test: FilterTest): FilterPredicate {
  switch (test.kind) {
    case 'absent':
      return (span) => span[test.field] === undefined;
    case 'equals_any': {
      const values = new Set<string | bigint | undefined>(test.values);
      return (span) => values.has(span[test.field]);
    }
    case 'compare':
      return createCompareTest(test);
    case 'text':
      return createTextTest(test);
    case 'attribute':
      return createAttributeTest(test);
    case 'entry':
      return createEntryTest(test);
    case 'entry_attribute':
      return createEntryAttributeTest(test);
    case 'content':
      return createContentTest(test);
  }
}

function createCompareTest({ field, comparison, operand }: CompareTest): FilterPredicate {
  return (span) => {
    const value: string | bigint | undefined = span[field as FilterField];
    if (value === undefined) {
      return false;
    }
    const order = compareValues(value, operand);
    switch (comparison) {
      case 'gt':
        return order > 0;
      case 'gte':
        return order >= 0;
      case 'lt':
        return order < 0;
      case 'lte':
        return order <= 0;
    }
  };
}

function createTextTest(test: TextTest): FilterPredicate {
  const matches = createTextMatcher(test);
  return (span) => {
    const text = textOf(span, test.field);
    return text !== undefined && matches(text);
  };
}

function textOf(span: FilterableSpan, field: FilterTextField | FilterTimeField) {
  const value: string | bigint | undefined = span[field];
  return typeof value === 'bigint' ? formatFilterTime(value) : value;
}

function compareValues(value: string | bigint, operand: string | bigint): number {
  if (typeof value === 'string' && typeof operand === 'string') {
    return compareCodePoints(value, operand);
  }
  return value < operand ? -1 : Number(value > operand);
}

function createEntryTest({ field, members, attributes }: EntryTest): FilterPredicate {
  const matches = (entry: JsonObject) =>
    members.every(({ name, values }) =>
      (values as readonly JsonValue[]).includes(own(entry, name)),
    ) &&
    (attributes === undefined || containsJson(own(entry, 'attributes') ?? {}, attributes));
  return (span) => span[field]?.some(matches) ?? false;
}

function createEntryAttributeTest({ field, key, value }: EntryAttributeTest): FilterPredicate {
  const matches = (entry: JsonObject) => {
    const found = valueAtPath(own(entry, 'attributes'), key);
    return found !== undefined && containsJson(found, value);
  };
  return (span) => span[field]?.some(matches) ?? false;
}

function own(entry: JsonObject, name: string): JsonValue {
  return Object.hasOwn(entry, name) ? (entry[name] ?? null) : null;
}

function createAttributeTest({ field, key, test }: AttributeTest): FilterPredicate {
  const holds = createJsonTest(test);
  const valueAt = field === 'attributes' ? valueAtPath : valueAtName;
  return (span) => {
    const attributes = attributesOf(span, field);
    const value = attributes === undefined ? undefined : valueAt(attributes, key);
    return value !== undefined && holds(value);
  };
}

function attributesOf(span: FilterableSpan, field: FilterAttributeField): JsonObject | undefined {
  switch (field) {
    case 'attributes':
      return span.attributes;
    case 'resource.attributes':
      return span.resource?.attributes;
    case 'scope.attributes':
      return span.scope?.attributes;
  }
}

function createContentTest({ words }: ContentTest): FilterPredicate {
  const wanted = spaced(words);
  return ({ attributes, events = [] }) =>
    [attributes, ...events.map((event) => event['attributes'] ?? null)].some((value) =>
      hasText(value, wanted),
    );
}

function hasText(value: JsonValue, wanted: string): boolean {
  if (typeof value === 'string') {
    return spaced(wordsOf(value)).includes(wanted);
  }
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((own: JsonValue) => hasText(own, wanted))
  );
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}
