import { type JsonObject, stringifyJson } from '@spanhouse/span-schema';

/** Parses the output of `toJsonText`. Integers beyond 2^53 become bigint values. */
export function fromJsonText<Value = JsonObject>(text: string): Value {
  return longInteger.test(text) ? JSON.parse(text, reviveInteger) : JSON.parse(text);
}

/** Serializes a value for a text column. Integers of any size keep their digits, and U+0000 is escaped. */
export function toJsonText(value: object): string {
  return stringifyJson(value as JsonObject);
}

/** Matches every text that contains an integer beyond 2^53. It also matches some other texts, which only costs time. */
const longInteger = /\d{16}/;
const integer = /^-?\d+$/;

function reviveInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? '';
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !integer.test(source)) {
    return value;
  }
  return BigInt(source);
}
