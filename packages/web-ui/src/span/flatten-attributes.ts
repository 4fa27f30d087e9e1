import { type Json, type JsonMembers, membersOf } from '../api/shown-span.js';
import { writeJson } from '../parts/write-json.js';

/** One value with its path. */
export interface FlatAttribute {
  readonly path: string;
  readonly text: string;
  /** False for numbers, booleans, null, lists and empty objects, whose text is JSON. */
  readonly isText: boolean;
}

/** Returns the values of nested objects in one list, each with the names on its way joined by dots. */
export function flattenAttributes(attributes: JsonMembers): readonly FlatAttribute[] {
  const rows: FlatAttribute[] = [];
  const open: (readonly [string, Json])[] = Object.entries(attributes).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    const members = Object.entries(membersOf(value) ?? {});
    if (members.length > 0) {
      open.push(...members.map(([name, member]) => [`${path}.${name}`, member] as const).reverse());
    } else {
      const isText = typeof value === 'string';
      rows.push({ path, text: isText ? value : writeJson(value), isText });
    }
  }
  return rows;
}
