import { type Json, type JsonMembers, membersOf } from '../../api/shown-span.js';

/**
 * Returns attributes as the API shows them: a key with dots is a path of members. A key whose path collides with
 * another value stays flat.
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

/** Sets the value at a path; false if another value is already at the path or above it. */
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
