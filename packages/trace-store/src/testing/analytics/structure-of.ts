import type { StoredSpan } from '@spanhouse/span-row';
import { isJsonObject, type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import type { AttributedPart } from '../../span-groups.js';
import { toFilterableSpan } from '../to-filterable-span.js';

export function structureOf(span: StoredSpan, part: AttributedPart): string {
  const value = toFilterableSpan(span)[part] as JsonValue | undefined;
  return value === undefined ? '' : stringifyJson(emptied(value));
}

function emptied(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(emptied);
  }
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, emptied(one)]));
  }
  switch (typeof value) {
    case 'string':
      return '';
    case 'boolean':
      return true;
    default:
      return value === null ? null : 0;
  }
}
