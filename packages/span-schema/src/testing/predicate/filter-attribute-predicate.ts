import { wordsOf } from '../../filter/conditions/content-conditions.js';
import type { AttributeTest, ContentTest, FilterAttributeField } from '../../filter/filter.js';
import type { FilterableSpan, FilterPredicate } from '../../filter/matching/filterable-span.js';
import type { JsonObject, JsonValue } from '../../json/json.js';
import { createJsonTest } from './filter-json-predicate.js';
import { valueAtName, valueAtPath } from './json-path.js';

export function createAttributeTest({ field, key, test }: AttributeTest): FilterPredicate {
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

export function createContentTest({ words }: ContentTest): FilterPredicate {
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
