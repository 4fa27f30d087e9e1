import { PRESENT, toMapText } from '@spanhouse/span-row';
import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { isJsonScalar } from './filter-json-literal.js';
import type { StatementParameters } from './statement.js';

/**
 * The expressions of the indexes `string_pairs_bloom` and `number_pairs_bloom`, as in their
 * migration: hashes of path and value, the path without digits at its end, so that all elements of
 * a list have the same; and the bits of `present`, of which one says that the maps lack leaves.
 */
const pairsOf = (map: string) =>
  `arrayConcat(arrayMap((k, v) -> cityHash64(trimRight(k, '0123456789'), v), mapKeys(${map}), mapValues(${map})), bitPositionsToArray(present))`;
const CUT_BIT = Math.log2(PRESENT.attributes_cut);

export type PairValue = string | number | bigint;

export interface Pairs {
  readonly key: string;
  readonly values: readonly PairValue[];
  /** They may be elements of a list at the key. */
  readonly isInList: boolean;
}

/** True for every row; granules in which no span has one of the values at the key are skipped. */
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
    `indexHint(hasAny(${pairsOf(map)}, arrayConcat([toUInt64(${CUT_BIT})], ${hashes.join(', ')})))`,
  ];
}

/** As the encoder of rows writes it, 0 without a sign. */
export function toDouble(value: number | bigint): number {
  return Number(value) + 0;
}

/** The texts and numbers that an object or list with this content has, each with its key. */
export function containerPairs(key: string, value: JsonValue): readonly Pairs[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, part]) => containerPairs(`${key}.${name}`, part));
  }
  if (Array.isArray(value)) {
    return elementPairs(key, value);
  }
  return pairOf(key, value, false);
}

/** The texts and numbers that a list with these elements has. */
export function elementPairs(key: string, values: readonly JsonValue[]): readonly Pairs[] {
  return values.filter(isJsonScalar).flatMap((value) => pairOf(key, value, true));
}

function pairOf(key: string, value: JsonValue, isInList: boolean): readonly Pairs[] {
  return typeof value === 'object' || typeof value === 'boolean'
    ? []
    : [{ key, values: [value], isInList }];
}
