import { PRESENT, toMapText } from '@spanhouse/span-row';
import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { isJsonScalar } from './filter-json-literal.js';
import type { StatementParameters } from './statement.js';

const hashes = (map: string) =>
  `arrayMap((k, v) -> cityHash64(trimRight(k, '0123456789'), v), mapKeys(${map}), mapValues(${map}))`;

/**
 * The expression of the index `attribute_pairs_bloom`, as in its migration: hashes of path and value,
 * the path without digits at its end, so that all elements of a list have the same; 0 for a row
 * whose maps lack leaves.
 */
const PAIRS = `arrayConcat(if(bitAnd(present, ${PRESENT.attributes_cut}) != 0, [toUInt64(0)], []), ${hashes('string_attributes')}, ${hashes('number_attributes')})`;

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
  const paths = parameters.bind('Array(String)', isInList ? [path, `${key}.`] : [path]);
  const texts = values.filter((value) => typeof value === 'string').map(toMapText);
  const numbers = values.filter((value) => typeof value !== 'string').map(toDouble);
  const wanted = [
    '[toUInt64(0)]',
    ...hashesOf(paths, { type: 'String', values: texts }, parameters),
    ...hashesOf(paths, { type: 'Float64', values: numbers }, parameters),
  ];
  return `indexHint(hasAny(${PAIRS}, arrayConcat(${wanted.join(', ')})))`;
}

function hashesOf(
  paths: string,
  { type, values }: { readonly type: string; readonly values: readonly (string | number)[] },
  parameters: StatementParameters,
): string[] {
  if (values.length === 0) {
    return [];
  }
  const bound = parameters.bind(`Array(${type})`, values);
  return [`arrayFlatten(arrayMap(k -> arrayMap(v -> cityHash64(k, v), ${bound}), ${paths}))`];
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
    return value.filter(isJsonScalar).flatMap((part) => pairOf(key, part, true));
  }
  return pairOf(key, value, false);
}

function pairOf(key: string, value: JsonValue, isInList: boolean): readonly Pairs[] {
  return typeof value === 'object' || typeof value === 'boolean'
    ? []
    : [{ key, values: [value], isInList }];
}
