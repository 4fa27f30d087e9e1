import { type Json, type ShownSpan, valueAt } from '../../api/shown-span.js';
import type { FieldRef } from '../../filter-bar/toggle-condition.js';

/** Prefixes of attribute names in the filter bar, and the field that each prefix represents. */
const prefixes = [
  ['.', 'attributes'],
  ['resource.', 'resource.attributes'],
  ['scope.', 'scope.attributes'],
] as const;

/** Parses an attribute name such as `.customer.tier` into a field and a key; returns undefined for other names. */
export function parseAttributeName(name: string): Required<FieldRef> | undefined {
  const found = prefixes.find(([prefix]) => name.startsWith(prefix) && name.length > prefix.length);
  return found && { field: found[1], key: name.slice(found[0].length) };
}

/** Returns the attribute name for a field and key; undefined if there is no key. */
export function writeAttributeName({ field, key }: FieldRef): string | undefined {
  const found = prefixes.find(([, name]) => name === field);
  return found === undefined || key === undefined ? undefined : found[0] + key;
}

/** Returns the value of a span's attribute; undefined if the span lacks the attribute. */
export function readAttribute(span: ShownSpan, { field, key = '' }: FieldRef): Json | undefined {
  switch (field) {
    case 'attributes':
      return valueAt(span.attributes, ...key.split('.'));
    case 'resource.attributes':
      return span.resource?.attributes?.[key];
    case 'scope.attributes':
      return span.scope?.attributes?.[key];
    default:
      return undefined;
  }
}

/**
 * Returns the attribute that the user entered in a form. A name without a prefix refers to an attribute of the span
 * itself.
 */
export function attributeIn(form: HTMLFormElement): string | undefined {
  const typed = String(new FormData(form).get('attribute')).trim();
  const name = parseAttributeName(typed) === undefined ? `.${typed}` : typed;
  return typed === '' ? undefined : name;
}
