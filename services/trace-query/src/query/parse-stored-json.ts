import { AppError } from '@spanhouse/service-runtime';
import { parseJsonText } from '@spanhouse/span-intake';
import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';

/**
 * A text out of the store, large integers exact. `Value` is what the encoder of the row wrote there.
 * What does not parse is a fault of ours.
 */
export function parseStoredJson<Value = JsonValue>(text: string): Value {
  const parsed = parseJsonText(text);
  if (parsed.status === 'parsed') return parsed.value as Value;
  throw new AppError('STORED_JSON_BROKEN', `a stored JSON text is malformed: ${parsed.message}`);
}

/** The text of a value that `parseStoredJson` read. */
export function stringifyStored(value: object): string {
  return stringifyJson(value as JsonValue);
}
