import type { EntryAttributeTest, EntryTest } from '../../filter/filter.js';
import type { FilterPredicate } from '../../filter/matching/filterable-span.js';
import type { JsonObject, JsonValue } from '../../json/json.js';
import { containsJson } from './filter-json-predicate.js';
import { valueAtPath } from './json-path.js';

export function createEntryTest({ field, members, attributes }: EntryTest): FilterPredicate {
  const matches = (entry: JsonObject) =>
    members.every(({ name, values }) =>
      (values as readonly JsonValue[]).includes(own(entry, name)),
    ) &&
    (attributes === undefined || containsJson(own(entry, 'attributes') ?? {}, attributes));
  return (span) => span[field]?.some(matches) ?? false;
}

export function createEntryAttributeTest({
  field,
  key,
  value,
}: EntryAttributeTest): FilterPredicate {
  const matches = (entry: JsonObject) => {
    const found = valueAtPath(own(entry, 'attributes'), key);
    return found !== undefined && containsJson(found, value);
  };
  return (span) => span[field]?.some(matches) ?? false;
}

function own(entry: JsonObject, name: string): JsonValue {
  return Object.hasOwn(entry, name) ? (entry[name] ?? null) : null;
}
