import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import type { LeafValue } from './flat-attributes.js';

/** Returns the text of a value where a dialect has only texts: digits of numbers, and compact JSON of lists. */
export function textOfValue(value: LeafValue): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      // A whole number has no exponent, however large it is.
      return Number.isInteger(value) ? BigInt(value).toString() : String(value);
    case 'object':
      return value === null ? 'null' : stringifyJson([...value] satisfies JsonValue);
    default:
      return String(value);
  }
}
