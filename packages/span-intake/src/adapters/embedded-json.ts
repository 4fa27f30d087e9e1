import type { JsonValue } from '@spanhouse/span-schema';
import { parseInnerJson } from '@spanhouse/span-schema';

/**
 * Matches the beginning of any JSON text. Other strings are not parsed, because most strings are not JSON and a failed
 * parse throws an exception.
 */
const jsonStart = /^\s*[[{"\-0-9tfn]/;

/** Parses a string that contains JSON. Returns every other value unchanged, including a string that is not JSON. */
export function parseEmbeddedJson(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !jsonStart.test(value)) {
    return value;
  }
  const parsed = parseInnerJson(value);
  return parsed.status === 'parsed' ? parsed.value : value;
}

/** Returns the value if it is a list, or the list that a JSON string contains; otherwise `undefined`. */
export function listIn(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  const parsed = value === undefined ? undefined : parseEmbeddedJson(value);
  return Array.isArray(parsed) ? parsed : undefined;
}
