import { AppError } from '@spanhouse/service-runtime';
import { type JsonValue, parseJsonText, stringifyJson } from '@spanhouse/span-schema';

/**
 * Parses stored JSON without rounding large integers. `Value` is the type that the row encoder has written. Malformed
 * JSON is an internal error, which the caller has not caused.
 */
export function parseStoredJson<Value = JsonValue>(text: string): Value {
  const parsed = parseJsonText(text);
  if (parsed.status === 'parsed') {
    return parsed.value as Value;
  }
  throw new AppError('STORED_JSON_BROKEN', `a stored JSON text is malformed: ${parsed.message}`);
}

/** Parses stored JSON that may be absent. */
export function parseIfStored<Value>(text: string | undefined): Value | undefined {
  return text === undefined ? undefined : parseStoredJson<Value>(text);
}

/** Serializes a value from `parseStoredJson` as JSON. */
export function stringifyStored(value: object): string {
  return stringifyJson(value as JsonValue);
}
