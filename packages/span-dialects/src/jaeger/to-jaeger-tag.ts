import type { LeafValue } from '../spans/flat-attributes.js';
import { isInt64 } from '../spans/is-int64.js';
import { textOfValue } from '../spans/text-of-value.js';
import type { JaegerTag } from './jaeger-span.js';

/** Returns a value as a tag. Anything except strings, booleans and 64-bit numbers becomes a string. */
export function toJaegerTag(key: string, value: LeafValue): JaegerTag {
  switch (typeof value) {
    case 'boolean':
      return { key, type: 'bool', value };
    case 'bigint':
      return wholeNumber(key, value);
    case 'number':
      return Number.isInteger(value)
        ? wholeNumber(key, BigInt(value))
        : { key, type: 'float64', value };
    default:
      return { key, type: 'string', value: textOfValue(value) };
  }
}

function wholeNumber(key: string, value: bigint): JaegerTag {
  if (!isInt64(value)) {
    return { key, type: 'string', value: value.toString() };
  }
  const number = Number(value);
  const isExact = Number.isSafeInteger(number);
  return { key, type: 'int64', value: isExact ? number : value.toString() };
}
