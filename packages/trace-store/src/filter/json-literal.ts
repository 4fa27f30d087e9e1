import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';

/** Writes a scalar as JSON that ClickHouse can parse: doubles beyond 64-bit integers get an exponent. */
export function toJsonLiteral(value: null | boolean | number | bigint | string): string {
  const text = stringifyJson(value);
  const isLong = typeof value === 'number' && /^-?\d{19,}$/.test(text);
  return isLong ? value.toExponential() : text;
}

type JsonContainer = JsonValue[] | { [name: string]: JsonValue };
/** A JSON value other than an object or a list. */
export type JsonScalar = Exclude<JsonValue, JsonContainer>;

/** True for null, booleans, numbers and strings. */
export function isJsonScalar(value: JsonValue): value is JsonScalar {
  return typeof value !== 'object' || value === null;
}
