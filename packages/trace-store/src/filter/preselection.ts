import { MIN_CUT_TEXT_LENGTH } from '@spanhouse/span-row';
import type { JsonTest, JsonValue, TextMatch } from '@spanhouse/span-schema';
import type { StatementParameters } from '../connection/statement.js';
import { type JsonComparison, sqlComparison } from './compare-to-number.js';
import { isJsonScalar } from './json-literal.js';
import { isWhole, type Leaves } from './leaves.js';
import {
  containerPairs,
  elementPairs,
  hasAnyPair,
  type Pairs,
  type PairValue,
  toDouble,
} from './pairs.js';
import { hasElement, hasScalar, type ScalarValues, toScalarValues } from './scalar-values.js';
import { textMatches } from './text-matches.js';

/** Conditions that decide a test, as far as possible, without the JSON text (docs/adr/065). */
export interface Preselection {
  /** True for every row; lets ClickHouse skip granules. */
  readonly hint: string | undefined;
  /** False only if the test is false or the leaves are cut; undefined if any row may match. */
  readonly candidates: string | undefined;
  /** The test is true if this and `candidates` are, and the leaves are not cut; undefined if never. */
  readonly decided: string | undefined;
}

interface Question<Test = JsonTest> {
  readonly key: string;
  readonly test: Test;
  readonly leaves: Leaves;
}

type OrderTest<Operand> = {
  readonly comparison: JsonComparison;
  readonly operand: Operand;
};

const unknown: Preselection = { hint: undefined, candidates: undefined, decided: undefined };
const EXACT_DOUBLE = 2 ** 53;

/** Decides a test, as far as possible, from the leaves at its key. */
export function preselect(question: Question, parameters: StatementParameters): Preselection {
  const { key, test, leaves } = question;
  switch (test.kind) {
    case 'exists':
      return leaves.isComplete
        ? { ...unknown, candidates: hasLeaf(leaves), decided: 'true' }
        : { ...unknown, decided: hasLeaf(leaves) };
    case 'contains':
      return isJsonScalar(test.value)
        ? oneOf({ key, leaves, test: { values: [test.value], isInList: false } }, parameters)
        : { ...unknown, hint: allHints(leaves, containerPairs(key, test.value), parameters) };
    case 'one_of':
      return oneOf({ key, leaves, test: { values: test.values, isInList: true } }, parameters);
    case 'all_of':
      return { ...unknown, hint: allHints(leaves, elementPairs(key, test.values), parameters) };
    case 'compare':
      return typeof test.operand === 'string'
        ? compareText({ key, leaves, test: { ...test, operand: test.operand } }, parameters)
        : compareNumber({ key, leaves, test: { ...test, operand: test.operand } }, parameters);
    case 'text':
      return matchText(leaves, test, parameters);
  }
}

function hasLeaf({ string, number, bool }: Leaves): string {
  const known = [string, number, bool].flatMap((leaf) => leaf?.has ?? []);
  return `(${known.join(' OR ')})`;
}

interface Choice {
  readonly values: readonly JsonValue[];
  /** True if an element of a list may be the value. */
  readonly isInList: boolean;
}

function oneOf({ key, leaves, test }: Question<Choice>, parameters: StatementParameters) {
  const scalars = toScalarValues(test.values);
  if (scalars === undefined) {
    return unknown;
  }
  const isList = test.isInList && leaves.hasElements;
  const scalar = hasScalar(leaves, scalars, parameters);
  const candidates = isList ? `(${scalar} OR ${hasElement(key, scalars, parameters)})` : scalar;
  const decided = isList ? scalar : 'true';
  return {
    hint: oneOfHint({ key, test, leaves }, scalars, parameters),
    candidates,
    decided: areExact(leaves, scalars) ? decided : undefined,
  };
}

/** SQL: the hint for one of several values; undefined if the indexes do not contain all of them. */
function oneOfHint(
  { key, test, leaves }: Question<Choice>,
  { strings, numbers, bools }: ScalarValues,
  parameters: StatementParameters,
): string | undefined {
  const values = [...strings, ...numbers];
  const { isInList } = test;
  return bools.length > 0 || !leaves.isIndexed
    ? undefined
    : hasAnyPair({ key, values, isInList }, parameters);
}

/** True if equal values in the columns imply equal values in the JSON text. */
function areExact({ cutsTexts }: Leaves, { strings, numbers }: ScalarValues): boolean {
  const isText = (text: string) => !cutsTexts || text.length < MIN_CUT_TEXT_LENGTH;
  return strings.every(isText) && numbers.every(isExact);
}

function isExact(value: number | bigint): boolean {
  return Math.abs(Number(value)) < EXACT_DOUBLE;
}

/** SQL: hints for pairs that must all be present; undefined if no index contains them. */
function allHints(
  { isIndexed }: Leaves,
  pairs: readonly Pairs[],
  parameters: StatementParameters,
): string | undefined {
  const hints = pairs.slice(0, MAX_HINTS).map((pair) => hasAnyPair(pair, parameters));
  return hints.length === 0 || !isIndexed ? undefined : hints.join(' AND ');
}

const MAX_HINTS = 4;

function compareText(
  { key, leaves, test }: Question<OrderTest<string>>,
  parameters: StatementParameters,
): Preselection {
  const { string, number, isIndexed } = leaves;
  const conditions = number === undefined ? [] : [number.has];
  if (string !== undefined) {
    const bound = parameters.bind('String', test.operand);
    const order = `${string.value} ${sqlComparison[test.comparison]} ${bound}`;
    conditions.push(`(${string.has} AND (${order} OR NOT ${isWhole(string.value)}))`);
  }
  const isEq = test.comparison === 'eq' && isIndexed;
  const values = textAndNumber(test.operand);
  return {
    hint: isEq ? hasAnyPair({ key, values, isInList: false }, parameters) : undefined,
    candidates: `(${conditions.join(' OR ')})`,
    decided: string === undefined ? undefined : `(${string.has} AND ${isWhole(string.value)})`,
  };
}

/** Returns the values that equal the text: the text, and the number that it represents. */
function textAndNumber(text: string): readonly PairValue[] {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? [text] : [text, toDouble(number)];
}

function compareNumber(
  { key, leaves, test }: Question<OrderTest<number | bigint>>,
  parameters: StatementParameters,
): Preselection {
  const { number, isIndexed } = leaves;
  if (number === undefined) {
    return { ...unknown, candidates: 'false', decided: 'true' };
  }
  const { comparison, operand } = test;
  const isEq = comparison === 'eq' && isIndexed;
  const bound = parameters.bind('Float64', toDouble(operand));
  const order = sqlComparison[isExact(operand) ? comparison : inclusive[comparison]];
  return {
    hint: isEq ? hasAnyPair({ key, values: [operand], isInList: false }, parameters) : undefined,
    candidates: `(${number.has} AND ${number.value} ${order} ${bound})`,
    decided: isExact(operand) ? 'true' : undefined,
  };
}

/** Beyond 2^53 several integers have the same double, so equal doubles stay candidates. */
const inclusive = { eq: 'eq', gt: 'gte', gte: 'gte', lt: 'lte', lte: 'lte' } as const;

function matchText(
  { string, isComplete }: Leaves,
  test: TextMatch,
  parameters: StatementParameters,
): Preselection {
  if (string === undefined) {
    return unknown;
  }
  const matches = textMatches(string.value, test, parameters);
  if (isComplete) {
    return { ...unknown, candidates: `(${string.has} AND ${matches})`, decided: 'true' };
  }
  const whole = `(${string.has} AND ${isWhole(string.value)})`;
  return { ...unknown, candidates: `(NOT ${whole} OR ${matches})`, decided: whole };
}
