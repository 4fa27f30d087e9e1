import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { type AgParts, type AgPath, isEmpty, moveAside } from './ag-parts.js';
import { toExactInteger } from './parse-json-text.js';

/** The canonical form of a leaf, or `undefined` when it is a bad one. */
export type CleanLeaf = (value: JsonValue) => JsonValue | undefined;

/**
 * An object of leaves, nested objects allowed. Bad leaves are moved aside one by one, and an object that lost
 * all of its leaves goes with them. The object itself is returned when nothing in it has to change.
 */
export function cleanLeaves(
  parts: AgParts,
  path: AgPath,
  { object, clean }: { object: JsonObject; clean: CleanLeaf },
): JsonObject | undefined {
  if (isClean(object, clean)) {
    return object;
  }
  const kept: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = object[key] as JsonValue;
    const memberPath = [...path, key];
    const cleaned = isJsonObject(value)
      ? cleanLeaves(parts, memberPath, { object: value, clean })
      : cleanLeaf(parts, memberPath, { value, clean });
    if (cleaned !== undefined) {
      setMember(kept, key, cleaned);
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

function cleanLeaf(
  parts: AgParts,
  path: AgPath,
  { value, clean }: { value: JsonValue; clean: CleanLeaf },
): JsonValue | undefined {
  const cleaned = clean(value);
  if (cleaned === undefined) {
    moveAside(parts, path, value);
  }
  return cleaned;
}

const NUMERIC_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER_TEXT = /^[+-]?\d+$/;

/** Of tokens and costs: numbers, and what stands for one. */
export function cleanCount(value: JsonValue): JsonValue | undefined {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    case 'string':
      return NUMERIC_TEXT.test(value) ? parseNumber(value) : undefined;
    default:
      return undefined;
  }
}

function parseNumber(text: string): number | bigint | undefined {
  const value = INTEGER_TEXT.test(text) ? toExactInteger(text) : Number(text);
  return typeof value === 'bigint' || Number.isFinite(value) ? value : undefined;
}

/** Of flags and tags: booleans, texts, and the numbers 1 and 0 for booleans. */
export function cleanFlag(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'boolean' || typeof value === 'string') {
    return value;
  }
  if (value === 1 || value === 0) {
    return value === 1;
  }
  return undefined;
}
