import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import type { LeafValue } from './flat-attributes.js';

/** Returns the text of a value: the digits of a number, and compact JSON for a list. */
export function textOfValue(value: LeafValue): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      // An integer is written without an exponent.
      return Number.isInteger(value) ? BigInt(value).toString() : String(value);
    case 'object':
      return value === null ? 'null' : stringifyJson([...value] satisfies JsonValue);
    default:
      return String(value);
  }
}
