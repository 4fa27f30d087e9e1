import type { JsonValue } from '@spanhouse/span-schema';
import { parseJsonText } from '../parse-json-text.js';

/** What a JSON text can begin with: most texts are not JSON, and a failed parse costs an exception. */
const JSON_START = /^\s*[[{"\-0-9tfn]/;

/** The value a JSON text stands for. Any other value stays as it is, a text that is not JSON included. */
export function parseEmbeddedJson(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !JSON_START.test(value)) {
    return value;
  }
  const parsed = parseJsonText(value);
  return parsed.status === 'parsed' ? parsed.value : value;
}

/** A list, or the list that a JSON text stands for. */
export function listIn(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  const parsed = value === undefined ? undefined : parseEmbeddedJson(value);
  return Array.isArray(parsed) ? parsed : undefined;
}
