import { boolPairHash, numberPairHash, pathHash, textPairHash } from '@spanhouse/span-row';
import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { StatementParameters } from '../connection/statement.js';
import { isJsonScalar } from './json-literal.js';

/** A value that `attribute_hashes` contains. */
export type PairValue = string | number | bigint | boolean;

/** A key with one or more values. */
export interface Pairs {
  readonly key: string;
  readonly values: readonly PairValue[];
  /** True if the values may also be elements of a list at the key. */
  readonly isInList: boolean;
}

/** Marks rows whose hashes lack leaves. */
const CUT = 0;

/**
 * SQL: the span may have one of the values at the key; false only if it has none of them. ClickHouse skips granules
 * without such spans.
 */
export function mayHavePair(
  { key, values, isInList }: Pairs,
  parameters: StatementParameters,
): string {
  // The hash of a list element omits the index at the end of its path.
  const paths = (isInList ? [key, `${key}.`] : [key]).map(pathHash);
  const hashes = paths.flatMap((path) => values.map((value) => pairHash(path, value)));
  return `hasAny(attribute_hashes, ${parameters.bind('Array(UInt32)', [CUT, ...hashes])})`;
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

/** Converts a number to the row encoder's double, whose 0 has no sign. */
export function toDouble(value: number | bigint): number {
  return Number(value) + 0;
}

/** Returns the pairs of every object or list with this content. */
export function containerPairs(key: string, value: JsonValue): readonly Pairs[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, part]) => containerPairs(`${key}.${name}`, part));
  }
  if (Array.isArray(value)) {
    return elementPairs(key, value);
  }
  return pairOf(key, value, false);
}

/** Returns the pairs of every list with these elements. */
export function elementPairs(key: string, values: readonly JsonValue[]): readonly Pairs[] {
  return values.filter(isJsonScalar).flatMap((value) => pairOf(key, value, true));
}

function pairOf(key: string, value: JsonValue, isInList: boolean): readonly Pairs[] {
  return typeof value === 'object' ? [] : [{ key, values: [value], isInList }];
}
