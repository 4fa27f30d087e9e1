import type { JsonValue } from '@spanhouse/span-schema';
import { parseInnerJson } from '@spanhouse/span-schema';

/** The possible beginnings of a JSON text. Most texts are not JSON, and a failed parse costs an exception. */
const jsonStart = /^\s*[[{"\-0-9tfn]/;

/** Parses a JSON text. Returns any other value unchanged, including a text that is not JSON. */
export function parseEmbeddedJson(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !jsonStart.test(value)) {
    return value;
  }
  const parsed = parseInnerJson(value);
  return parsed.status === 'parsed' ? parsed.value : value;
}

/** Returns a list, or the list that a JSON text contains. */
export function listIn(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  const parsed = value === undefined ? undefined : parseEmbeddedJson(value);
  return Array.isArray(parsed) ? parsed : undefined;
}
