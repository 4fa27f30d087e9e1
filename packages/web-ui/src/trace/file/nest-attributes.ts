import { type Json, type JsonMembers, membersOf } from '../../api/shown-span.js';

/**
 * Returns attributes as answers of the API show them: a key with dots is a path of members. Where a value is
 * in the way of a path, the key stays as it is.
 */
export function nestAttributes(flat: Iterable<readonly [string, Json]>): JsonMembers {
  const nested: Record<string, Json> = {};
  for (const [key, value] of flat) {
    const path = key.split('.');
    const isPath = path.every((name) => name !== '' && name !== '__proto__');
    if (!isPath || !put(nested, path, value)) {
      nested[key] = value;
    }
  }
  return nested;
}

/** Puts a value at a path; false if another value is there or on the way. */
function put(target: Record<string, Json>, path: readonly string[], value: Json): boolean {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    if (Object.hasOwn(target, name)) {
      return false;
    }
    target[name] = value;
    return true;
  }
  if (!Object.hasOwn(target, name)) {
    target[name] = {};
  }
  const below = membersOf(target[name]);
  return below !== undefined && put(below as Record<string, Json>, rest, value);
}
