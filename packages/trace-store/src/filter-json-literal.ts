import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';

/** JSON text that ClickHouse reads: a run of digits has at most 64 bits, longer ones an exponent. */
export function toJsonLiteral(value: null | boolean | number | bigint | string): string {
  const text = stringifyJson(value);
  const isLong = typeof value === 'number' && /^-?\d{19,}$/.test(text);
  return isLong ? value.toExponential() : text;
}

type JsonContainer = JsonValue[] | { [name: string]: JsonValue };
export type JsonScalar = Exclude<JsonValue, JsonContainer>;

export function isJsonScalar(value: JsonValue): value is JsonScalar {
  return typeof value !== 'object' || value === null;
}
