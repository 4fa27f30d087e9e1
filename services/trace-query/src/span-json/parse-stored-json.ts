import { AppError } from '@spanhouse/service-runtime';
import { type JsonValue, parseJsonText, stringifyJson } from '@spanhouse/span-schema';

/**
 * Parses a stored text. Large integers stay exact. `Value` is the type that the row encoder has written. A malformed
 * text is a fault of this system, not of the caller.
 */
export function parseStoredJson<Value = JsonValue>(text: string): Value {
  const parsed = parseJsonText(text);
  if (parsed.status === 'parsed') {
    return parsed.value as Value;
  }
  throw new AppError('STORED_JSON_BROKEN', `a stored JSON text is malformed: ${parsed.message}`);
}

/** Parses a stored text that may be absent. */
export function parseIfStored<Value>(text: string | undefined): Value | undefined {
  return text === undefined ? undefined : parseStoredJson<Value>(text);
}

/** Returns the JSON text of a value from `parseStoredJson`. */
export function stringifyStored(value: object): string {
  return stringifyJson(value as JsonValue);
}
