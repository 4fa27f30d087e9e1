import { type JsonObject, stringifyJson } from '@spanhouse/span-schema';

/** Reads what `toJsonText` wrote; integers beyond 2^53 are bigint, as they were. */
export function fromJsonText<Value = JsonObject>(text: string): Value {
  return LONG_INTEGER.test(text) ? JSON.parse(text, reviveInteger) : JSON.parse(text);
}

export function toJsonText(value: object): string {
  return stringifyJson(value as JsonObject);
}

/** Some number may need care; a text that holds so many digits costs time only. */
const LONG_INTEGER = /\d{16}/;
const INTEGER = /^-?\d+$/;

function reviveInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? '';
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !INTEGER.test(source)) {
    return value;
  }
  return BigInt(source);
}
