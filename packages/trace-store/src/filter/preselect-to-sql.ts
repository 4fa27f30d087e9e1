import type { JsonTest, JsonValue, TextMatch } from '@spanhouse/span-schema';
import { bind, isAmong } from '../connection/statement.js';
import { type Comparison, sqlComparison } from './compare-to-number.js';
import { isJsonScalar } from './json-literal.js';
import type { Leaf, Leaves } from './leaves.js';
import {
  containerPairs,
  elementPairs,
  mayHavePair,
  type Pairs,
  type PairValue,
  toDouble,
} from './pairs.js';
import { textMatches } from './text-matches.js';

/** Conditions that, if possible, decide a test without the attributes JSON (docs/adr/060). */
export interface Preselection {
  /**
   * SQL condition. If it is false for a row, the row fails the test, even if the columns lack some leaves of the row.
   * Undefined if the condition would be true for every row.
   */
  readonly hint: string | undefined;
  /**
   * SQL condition. If it is false for a row whose leaves are all in the columns, the row fails the test. Undefined if
   * the condition would be true for every row.
   */
  readonly candidates: string | undefined;
  /**
   * SQL condition. A row passes the test if this condition and `candidates` are true and all leaves of the row are in
   * the columns. Undefined if no condition is sufficient.
   */
  readonly decided: string | undefined;
}

const unknown: Preselection = { hint: undefined, candidates: undefined, decided: undefined };
const EXACT_DOUBLE = 2 ** 53;

/** Returns the preselection of a test, using the leaves at its key. */
export function preselect(key: string, test: JsonTest, leaves: Leaves): Preselection {
  switch (test.kind) {
    case 'exists':
      return leaves.isComplete
        ? { ...unknown, candidates: leaves.hasScalar, decided: 'true' }
        : { ...unknown, decided: leaves.hasScalar };
    case 'contains':
      return isJsonScalar(test.value)
        ? oneOf({ key, values: [test.value], isInList: false }, leaves)
        : { ...unknown, hint: allHints(leaves, containerPairs(key, test.value)) };
    case 'one_of':
      return oneOf({ key, values: test.values, isInList: true }, leaves);
    case 'all_of':
      return { ...unknown, hint: allHints(leaves, elementPairs(key, test.values)) };
    case 'compare':
      return typeof test.operand === 'string'
        ? compareText(key, { ...test, operand: test.operand }, leaves)
        : compareNumber(key, { ...test, operand: test.operand }, leaves);
    case 'text':
      return matchText(test, leaves);
  }
}

/**
 * Returns the preselection of a test that accepts several values at a key. If `isInList` is true, the value may also be
 * an element of a list.
 */
function oneOf(
  { key, isInList, ...test }: Omit<Pairs, 'values'> & { readonly values: readonly JsonValue[] },
  leaves: Leaves,
): Preselection {
  const values = toScalars(test.values);
  if (values === undefined) {
    return unknown;
  }
  if (leaves.isHashed && !leaves.isComplete) {
    return { ...unknown, hint: mayHavePair({ key, values, isInList }) };
  }
  return {
    hint: leaves.isHashed ? indexOnly(mayHavePair({ key, values, isInList: false })) : undefined,
    candidates: hasScalar(leaves, values),
    decided: values.every(isExact) ? 'true' : undefined,
  };
}

/** Returns a condition that ClickHouse uses only to skip granules. It is not evaluated for individual rows. */
function indexOnly(condition: string): string {
  return `indexHint(${condition})`;
}

/** Returns whether a comparison as doubles is exact for this value. For numbers beyond 2^53 it is not. */
function isExact(value: PairValue): boolean {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return !isNumber || Math.abs(Number(value)) < EXACT_DOUBLE;
}

/**
 * Returns an SQL condition that is true if all pairs may be present; undefined if there are no pairs or the leaves have
 * no hashes.
 */
function allHints({ isHashed }: Leaves, pairs: readonly Pairs[]) {
  const hints = pairs.slice(0, MAX_HINTS).map((pair) => mayHavePair(pair));
  return hints.length === 0 || !isHashed ? undefined : hints.join(' AND ');
}

const MAX_HINTS = 4;

function compareText(
  key: string,
  { comparison, operand }: Comparison<string>,
  { string, number, hasText, isHashed }: Leaves,
): Preselection {
  const values = textAndNumber(operand);
  const mayEqual =
    comparison === 'eq' && isHashed ? mayHavePair({ key, values, isInList: false }) : undefined;
  const hasNumber = number === undefined ? [] : [number.has];
  if (string === undefined) {
    const candidates = `(${[...hasNumber, hasText].join(' OR ')})`;
    return { hint: mayEqual, candidates, decided: undefined };
  }
  const hint = mayEqual && indexOnly(mayEqual);
  const bound = bind('String', operand);
  const order = `(${string.has} AND ${string.value} ${sqlComparison[comparison]} ${bound})`;
  return { hint, candidates: `(${[...hasNumber, order].join(' OR ')})`, decided: string.has };
}

/** Returns the stored values that equal a string: the string itself and, if it represents a number, this number. */
function textAndNumber(text: string): readonly PairValue[] {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? [text] : [text, toDouble(number)];
}

function compareNumber(
  key: string,
  { comparison, operand }: Comparison<number | bigint>,
  { number, isHashed }: Leaves,
): Preselection {
  if (number === undefined) {
    return { ...unknown, candidates: 'false', decided: 'true' };
  }
  const isHinted = comparison === 'eq' && isHashed;
  const bound = bind('Float64', toDouble(operand));
  const order = sqlComparison[isExact(operand) ? comparison : inclusive[comparison]];
  return {
    hint: isHinted ? mayHavePair({ key, values: [operand], isInList: false }) : undefined,
    candidates: `(${number.has} AND ${number.value} ${order} ${bound})`,
    decided: isExact(operand) ? 'true' : undefined,
  };
}

/**
 * Comparison operators that also accept equality. They are used because several integers beyond 2^53 convert to the
 * same double.
 */
const inclusive = { eq: 'eq', gt: 'gte', gte: 'gte', lt: 'lte', lte: 'lte' } as const;

function matchText(test: TextMatch, { string, isHashed }: Leaves): Preselection {
  if (string !== undefined) {
    const matches = textMatches(string.value, test);
    return { ...unknown, candidates: `(${string.has} AND ${matches})`, decided: 'true' };
  }
  return isHashed && test.match !== 'like' && isPlain.test(test.operand)
    ? { ...unknown, hint: mayContain(test) }
    : unknown;
}

/** Pattern of strings in which JSON escapes no character. */
const isPlain = /^[A-Za-z0-9]+$/;
const isDigits = /^[0-9]+$/;

/**
 * Returns an SQL condition that is true if the attributes JSON may contain the operand. Integers beyond 64 bits are
 * stored with an exponent, but a filter compares all their digits. Therefore, every row with an exponent may contain an
 * operand that consists of digits.
 */
function mayContain({ operand, isCaseSensitive }: TextMatch) {
  const text = isCaseSensitive ? 'attributes' : 'lowerUTF8(attributes)';
  const contains = `position(${text}, ${bind('String', operand)}) > 0`;
  return isDigits.test(operand) ? `(${contains} OR position(attributes, 'e+') > 0)` : contains;
}

/**
 * Returns the values as scalars. Returns undefined if a value is null, an object or a list, because no column contains
 * such values.
 */
function toScalars(values: readonly JsonValue[]): readonly PairValue[] | undefined {
  return values.some((value) => typeof value === 'object')
    ? undefined
    : (values as readonly PairValue[]);
}

/** Returns an SQL condition that is true if a column contains one of the values at the key. */
function hasScalar(
  { string, number }: Pick<Leaves, 'string' | 'number'>,
  values: readonly PairValue[],
): string {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number' || typeof value === 'bigint');
  const conditions = [
    ...isIn(string, 'String', texts),
    ...isIn(number, 'Float64', numbers.map(toDouble)),
  ];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}

function isIn(
  leaf: Leaf | undefined,
  type: 'String' | 'Float64',
  values: readonly (string | number)[],
): string[] {
  if (leaf === undefined || values.length === 0) {
    return [];
  }
  const condition = isAmong(leaf.value, type, values);
  // If the value is absent, the column contains `''` or 0.
  return [
    values.includes(type === 'String' ? '' : 0) ? `(${leaf.has} AND ${condition})` : condition,
  ];
}
