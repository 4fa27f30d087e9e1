import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';

/** Receives a losing value, whose place is occupied, and its full dotted path. */
export type LoseValue = (path: string, value: JsonValue) => void;

/** Returns an own member of an object: `constructor` is an ordinary key. */
export function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A value and the full dotted path at which it belongs. */
export interface Arrival {
  path: string;
  value: JsonValue;
}

/**
 * Merges a value into an existing one. Objects merge key by key, so that only a colliding, unequal
 * leaf loses.
 */
export function mergeValue(existing: JsonValue, { path, value }: Arrival, lose: LoseValue): void {
  if (!(isJsonObject(existing) && isJsonObject(value))) {
    if (!isEqual(existing, value)) {
      lose(path, value);
    }
    return;
  }
  for (const key of Object.keys(value)) {
    const arriving = value[key] as JsonValue;
    const member = ownMember(existing, key);
    if (member === undefined) {
      setMember(existing, key, arriving);
    } else {
      mergeValue(member, { path: `${path}.${key}`, value: arriving }, lose);
    }
  }
}

function isEqual(left: JsonValue, right: JsonValue): boolean {
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((value, index) => isEqual(value, right[index] as JsonValue))
    );
  }
  if (!(isJsonObject(left) && isJsonObject(right))) {
    return left === right;
  }
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => isEqualMember(left, right, key))
  );
}

function isEqualMember(left: JsonObject, right: JsonObject, key: string): boolean {
  return Object.hasOwn(right, key) && isEqual(left[key] as JsonValue, right[key] as JsonValue);
}

/**
 * Keeps a losing value in a `_conflicts` object under its full path. Two of them can have the same
 * path, because a nested key can contain dots; the second one gets a suffix.
 */
export function keepLoser(holder: JsonObject, path: string, value: JsonValue): void {
  const conflicts = conflictsIn(holder);
  let key = path;
  for (let copy = 2; Object.hasOwn(conflicts, key); copy++) {
    if (isEqual(conflicts[key] as JsonValue, value)) {
      return;
    }
    key = `${path}#${copy}`;
  }
  setMember(conflicts, key, value);
}

/** Returns the `_conflicts` object. A producer's own `_conflicts` that is not an object moves into it. */
function conflictsIn(holder: JsonObject): JsonObject {
  const existing = holder['_conflicts'];
  if (isJsonObject(existing)) {
    return existing;
  }
  const conflicts: JsonObject = existing === undefined ? {} : { _conflicts: existing };
  holder['_conflicts'] = conflicts;
  return conflicts;
}
