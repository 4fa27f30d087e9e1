import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';

const LOWEST = -(2n ** 63n);

/** Returns every JSON representation of a scalar that a row may contain. */
export function toJsonLiterals(value: JsonScalar): readonly string[] {
  const isLowest = value === LOWEST || value === Number(LOWEST);
  // As an integer, the value fits into 64 bits. As a double, it is written with 16 digits, and the number with these
  // digits does not fit into 64 bits.
  return isLowest ? [toJsonLiteral(LOWEST), toJsonLiteral(Number(LOWEST))] : [toJsonLiteral(value)];
}

/**
 * Converts a scalar to JSON that ClickHouse can parse. Doubles outside the range of 64-bit integers are written with an
 * exponent.
 */
function toJsonLiteral(value: null | boolean | number | bigint | string): string {
  const text = stringifyJson(value);
  const isLong = typeof value === 'number' && /^-?\d{19,}$/.test(text);
  return isLong ? value.toExponential() : text;
}

type JsonContainer = JsonValue[] | { [name: string]: JsonValue };
/** A JSON value other than an object or a list. */
export type JsonScalar = Exclude<JsonValue, JsonContainer>;

/** Returns whether a value is null, a boolean, a number or a string. */
export function isJsonScalar(value: JsonValue): value is JsonScalar {
  return typeof value !== 'object' || value === null;
}
