import type { LeafValue } from '../spans/flatten-attributes.js';
import { textOfValue } from '../spans/text-of-value.js';
import type { JaegerTag } from './jaeger-span.js';

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/** Returns a value as a tag. What is no text, boolean or number of 64 bits becomes a text. */
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
  if (value < MIN_INT64 || value > MAX_INT64) {
    return { key, type: 'string', value: value.toString() };
  }
  const number = Number(value);
  const isExact = Number.isSafeInteger(number);
  return { key, type: 'int64', value: isExact ? number : value.toString() };
}
