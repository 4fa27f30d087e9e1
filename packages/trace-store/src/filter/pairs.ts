import { presentBits, toMapText } from '@spanhouse/span-row';
import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { StatementParameters } from '../connection/statement.js';
import { isJsonScalar } from './json-literal.js';

/**
 * SQL: the expression of the indexes `string_pairs_bloom` and `number_pairs_bloom`, which MUST equal
 * their migration: hashes of path and value, and the bits of `present`, one of which marks incomplete
 * maps. Digits at the end of a path are removed, so that all elements of a list have the same path.
 */
function pairsOf(map: string) {
  return `arrayConcat(arrayMap((k, v) -> cityHash64(trimRight(k, '0123456789'), v), mapKeys(${map}), mapValues(${map})), bitPositionsToArray(present))`;
}

const cutBit = Math.log2(presentBits.attributes_cut);

/** A value that the indexes contain. */
export type PairValue = string | number | bigint;

/** A key with one or more values, as the indexes contain them. */
export interface Pairs {
  readonly key: string;
  readonly values: readonly PairValue[];
  /** True if the values may also be elements of a list at the key. */
  readonly isInList: boolean;
}

/** SQL that is true for every row, and lets ClickHouse skip granules in which no span has a value at the key. */
export function hasAnyPair(
  { key, values, isInList }: Pairs,
  parameters: StatementParameters,
): string {
  const path = key.replace(/[0-9]+$/, '');
  const paths = (isInList ? [path, `${key}.`] : [path]).map((one) =>
    parameters.bind('String', one),
  );
  const texts = values.filter((value) => typeof value === 'string').map(toMapText);
  const numbers = values.filter((value) => typeof value !== 'string').map(toDouble);
  const hints = [
    ...hintOf('string_attributes', { paths, type: 'String', values: texts }, parameters),
    ...hintOf('number_attributes', { paths, type: 'Float64', values: numbers }, parameters),
  ];
  return hints.length === 1 ? (hints[0] ?? '') : `(${hints.join(' OR ')})`;
}

interface Hashed {
  readonly paths: readonly string[];
  readonly type: string;
  readonly values: readonly (string | number)[];
}

/** SQL: the hint for the values of one index; none if there are no values of its type. */
function hintOf(
  map: string,
  { paths, type, values }: Hashed,
  parameters: StatementParameters,
): string[] {
  const [value, ...more] = values;
  if (value === undefined) {
    return [];
  }
  const bound = parameters.bind(
    more.length === 0 ? type : `Array(${type})`,
    more.length === 0 ? value : values,
  );
  const hashes = paths.map((path) =>
    more.length === 0
      ? `[cityHash64(${path}, ${bound})]`
      : `arrayMap(v -> cityHash64(${path}, v), ${bound})`,
  );
  return [
    `indexHint(hasAny(${pairsOf(map)}, arrayConcat([toUInt64(${cutBit})], ${hashes.join(', ')})))`,
  ];
}

/** Converts a number to the double of the row encoder, where 0 has no sign. */
export function toDouble(value: number | bigint): number {
  return Number(value) + 0;
}

/** Returns the pairs that every object or list with this content has. */
export function containerPairs(key: string, value: JsonValue): readonly Pairs[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, part]) => containerPairs(`${key}.${name}`, part));
  }
  if (Array.isArray(value)) {
    return elementPairs(key, value);
  }
  return pairOf(key, value, false);
}

/** Returns the pairs that every list with these elements has. */
export function elementPairs(key: string, values: readonly JsonValue[]): readonly Pairs[] {
  return values.filter(isJsonScalar).flatMap((value) => pairOf(key, value, true));
}

function pairOf(key: string, value: JsonValue, isInList: boolean): readonly Pairs[] {
  return typeof value === 'object' || typeof value === 'boolean'
    ? []
    : [{ key, values: [value], isInList }];
}
