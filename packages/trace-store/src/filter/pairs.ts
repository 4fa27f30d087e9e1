import { boolPairHash, numberPairHash, pathHash, textPairHash } from '@spanhouse/span-row';
import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { bind } from '../connection/statement.js';
import { isJsonScalar } from './json-literal.js';

/** A value that `attribute_hashes` contains. */
export type PairValue = string | number | bigint | boolean;

/** A key and the values that it may have. */
export interface Pairs {
  readonly key: string;
  readonly values: readonly PairValue[];
  /** True if the values may also be elements of a list at the key. */
  readonly isInList: boolean;
}

/** The hash that marks a row with an incomplete list of leaf hashes. */
const CUT = 0;

/**
 * Returns an SQL condition that is false only if the span has none of the values at the key. ClickHouse skips granules
 * without matching spans.
 */
export function mayHavePair({ key, values, isInList }: Pairs): string {
  // In the hash of a list element, the path ends with a dot and lacks the index.
  const paths = (isInList ? [key, `${key}.`] : [key]).map(pathHash);
  const hashes = paths.flatMap((path) => values.map((value) => pairHash(path, value)));
  return `hasAny(attribute_hashes, ${bind('Array(UInt32)', [CUT, ...hashes])})`;
}

function pairHash(path: number, value: PairValue): number {
  switch (typeof value) {
    case 'string':
      return textPairHash(path, value);
    case 'boolean':
      return boolPairHash(path, value);
    default:
      return numberPairHash(path, toDouble(value));
  }
}

/** Converts a number to a double as the row encoder does; -0 becomes 0. */
export function toDouble(value: number | bigint): number {
  return Number(value) + 0;
}

/** Returns the pairs that an object or list must have if it contains this value. */
export function containerPairs(key: string, value: JsonValue): readonly Pairs[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, part]) => containerPairs(`${key}.${name}`, part));
  }
  if (Array.isArray(value)) {
    return elementPairs(key, value);
  }
  return pairOf(key, value, false);
}

/** Returns the pairs that a list must have if it contains these elements. */
export function elementPairs(key: string, values: readonly JsonValue[]): readonly Pairs[] {
  return values.filter(isJsonScalar).flatMap((value) => pairOf(key, value, true));
}

function pairOf(key: string, value: JsonValue, isInList: boolean): readonly Pairs[] {
  return typeof value === 'object' ? [] : [{ key, values: [value], isInList }];
}
