import {
  isJsonObject,
  isNumberText,
  type JsonObject,
  type JsonValue,
  setMember,
  toExactInteger,
} from '@spanhouse/span-schema';
import { type AgParts, type AgPath, isEmpty, moveAside } from './ag-parts.js';

/** Returns the canonical form of a leaf, or `undefined` for an invalid leaf. */
export type CleanLeaf = (value: JsonValue) => JsonValue | undefined;

/**
 * Cleans the leaves of an object and of its nested objects. Moves each invalid leaf aside, and removes objects that
 * have no leaves left. Returns the same object if nothing has to change.
 */
export function cleanLeaves(
  parts: AgParts,
  path: AgPath,
  { object, clean }: { object: JsonObject; clean: CleanLeaf },
): JsonObject | undefined {
  return isClean(object, clean) ? object : rebuild(parts, path, { object, clean });
}

function rebuild(
  parts: AgParts,
  path: AgPath,
  { object, clean }: { object: JsonObject; clean: CleanLeaf },
): JsonObject | undefined {
  const kept: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = object[key] as JsonValue;
    const cleaned = isJsonObject(value)
      ? rebuild(parts, [...path, key], { object: value, clean })
      : clean(value);
    if (cleaned !== undefined) {
      setMember(kept, key, cleaned);
    } else if (!isJsonObject(value)) {
      moveAside(parts, [...path, key], value);
    }
  }
  return isEmpty(kept) ? undefined : kept;
}

function isClean(object: JsonObject, clean: CleanLeaf): boolean {
  for (const key in object) {
    const value = object[key] as JsonValue;
    const isUnchanged = isJsonObject(value) ? isClean(value, clean) : clean(value) === value;
    if (!isUnchanged) {
      return false;
    }
  }
  return true;
}

const integerText = /^[+-]?\d+$/;

/** Converts a token count or a cost to a number. Accepts numbers, booleans and numeric strings. */
export function cleanCount(value: JsonValue): JsonValue | undefined {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    case 'string':
      return isNumberText(value) ? parseNumber(value) : undefined;
    default:
      return undefined;
  }
}

function parseNumber(text: string): number | bigint | undefined {
  const value = integerText.test(text) ? toExactInteger(text) : Number(text);
  return typeof value === 'bigint' || Number.isFinite(value) ? value : undefined;
}

/** Cleans a flag or tag, which is a boolean or a string. The numbers 1 and 0 become booleans. */
export function cleanFlag(value: JsonValue): JsonValue | undefined {
  if (value === 1 || value === 0) {
    return value === 1;
  }
  return typeof value === 'boolean' || typeof value === 'string' ? value : undefined;
}
