import { isNumber } from './compare-values.js';
import type { Value } from './traced-span.js';

/** Returns a string that is the same for equal values. Numbers are compared by value, even if their types differ. */
export function valueKey(value: Value | undefined): string {
  if (value === undefined) {
    return 'nil';
  }
  if (value.type === 'list') {
    return JSON.stringify(value.values.map(valueKey));
  }
  if (!isNumber(value)) {
    return `${value.type} ${value.value}`;
  }
  const { value: number } = value;
  return typeof number === 'number' && Number.isInteger(number)
    ? `number ${BigInt(number)}`
    : `number ${number}`;
}
