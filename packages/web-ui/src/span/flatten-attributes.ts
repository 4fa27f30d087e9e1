import { asUnread } from '../api/json/unread-json.js';
import { type Json, type JsonMembers, membersOf } from '../api/shown-span.js';
import type { ShownValue } from '../parts/values/shown-value.js';
import { writeJson } from '../parts/values/write-json.js';

/**
 * Returns all values in nested objects as one list. The name of a value is its path, joined by dots. `fieldRefOf` returns
 * the filter field for a path.
 */
export function flattenAttributes(
  attributes: JsonMembers,
  fieldRefOf: (path: readonly string[]) => ShownValue['fieldRef'] = () => undefined,
): readonly ShownValue[] {
  const rows: ShownValue[] = [];
  const open: (readonly [readonly string[], Json])[] = [[[], attributes]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    const members = asUnread(value) === undefined ? Object.entries(membersOf(value) ?? {}) : [];
    if (members.length > 0) {
      open.push(...members.map(([name, member]) => [[...path, name], member] as const).reverse());
    } else if (path.length > 0) {
      const fieldRef = fieldRefOf(path);
      const text = typeof value === 'string' ? value : writeJson(value);
      rows.push({ name: path.join('.'), value, text, ...(fieldRef !== undefined && { fieldRef }) });
    }
  }
  return rows;
}
