import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';

/**
 * Maximum length of a losing value's path. Longer paths are truncated. After the first LONG_PATHS losing values,
 * LONGEST_LATER_PATH applies instead.
 */
const LONGEST_PATH = 512;
const LONGEST_LATER_PATH = 64;
const LONG_PATHS = 1000;
/** Maximum number of stored values that a new value for the same path is compared with. */
const COMPARED_COPIES = 8;

/** Receives a losing value and its full dotted path. A value loses if another value occupies its position. */
export type LoseValue = (path: string, value: JsonValue) => void;

/** Returns an object's own member. Keys such as `constructor` therefore have no special meaning. */
export function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A value and its full dotted path. */
export interface Arrival {
  path: string;
  value: JsonValue;
}

/**
 * Merges a value into an existing value. Objects are merged key by key, so that only unequal leaves at the same path
 * lose.
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
      mergeValue(member, { path: pathBelow(path, key), value: arriving }, lose);
    }
  }
}

/** Returns the path of a member. If `path` is already too long, returns it unchanged, because it is truncated later. */
export function pathBelow(path: string, key: string): string {
  return path.length > LONGEST_PATH ? path : `${path}.${key}`;
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

/** The state of one `_conflicts` object. */
interface KeptLosers {
  count: number;
  /** The next suffix for each path with more than COMPARED_COPIES values. */
  readonly suffixes: Map<string, number>;
}

const keptLosers = new WeakMap<JsonObject, KeptLosers>();

/**
 * Stores a losing value under its full path in a `_conflicts` object. If this path already has a different value, a
 * suffix is added to the path. Different values can have the same full path, because nested keys can contain dots.
 */
export function keepLoser(holder: JsonObject, path: string, value: JsonValue): void {
  const conflicts = conflictsIn(holder);
  const kept = keptLosers.get(conflicts) ?? { count: 0, suffixes: new Map() };
  keptLosers.set(conflicts, kept);
  kept.count += 1;
  const name = path.slice(0, kept.count > LONG_PATHS ? LONGEST_LATER_PATH : LONGEST_PATH);
  const isCut = name.length < path.length;
  let key = name;
  for (let copy = 2; Object.hasOwn(conflicts, key); copy++) {
    if (isCut || copy > COMPARED_COPIES) {
      key = freeKey(conflicts, name, kept);
      break;
    }
    if (isEqual(conflicts[key] as JsonValue, value)) {
      return;
    }
    key = `${name}#${copy}`;
  }
  setMember(conflicts, key, value);
}

function freeKey(conflicts: JsonObject, name: string, { suffixes }: KeptLosers): string {
  let copy = suffixes.get(name) ?? COMPARED_COPIES;
  while (Object.hasOwn(conflicts, `${name}#${copy}`)) {
    copy++;
  }
  suffixes.set(name, copy + 1);
  return `${name}#${copy}`;
}

/**
 * Returns the `_conflicts` object and creates it if necessary. If the producer sent a `_conflicts` that is not an
 * object, that value is moved into the new object.
 */
function conflictsIn(holder: JsonObject): JsonObject {
  const existing = holder['_conflicts'];
  if (isJsonObject(existing)) {
    return existing;
  }
  const conflicts: JsonObject = existing === undefined ? {} : { _conflicts: existing };
  holder['_conflicts'] = conflicts;
  return conflicts;
}
