import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';

const LOWEST = -(2n ** 63n);

/** Returns the JSON texts of a scalar under which ClickHouse may store it. */
export function toJsonLiterals(value: JsonScalar): readonly string[] {
  const isLowest = value === LOWEST || value === Number(LOWEST);
  // As an integer it has 64 bits. A double is written with 16 digits, which are beyond them.
  return isLowest ? [toJsonLiteral(LOWEST), toJsonLiteral(Number(LOWEST))] : [toJsonLiteral(value)];
}

/** Writes a scalar as JSON that ClickHouse can parse: doubles beyond 64-bit integers get an exponent. */
function toJsonLiteral(value: null | boolean | number | bigint | string): string {
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
