import { MIN_CUT_TEXT_LENGTH } from '@spanhouse/span-row';
import type { JsonTest, JsonValue, TextMatch } from '@spanhouse/span-schema';
import { isJsonScalar } from './filter-json-literal.js';
import { type JsonComparison, SQL_COMPARISON } from './filter-json-number-to-sql.js';
import { hasElement, hasScalar, type ScalarValues, toScalarValues } from './filter-leaf-values.js';
import { isWhole, type Leaves } from './filter-leaves.js';
import {
  containerPairs,
  elementPairs,
  hasAnyPair,
  type Pairs,
  type PairValue,
  toDouble,
} from './filter-pairs.js';
import { textMatches } from './filter-text-to-sql.js';
import type { StatementParameters } from './statement.js';

export interface Preselection {
  /** Skips granules, and is true for every row. */
  readonly hint: string | undefined;
  /** False only where the test is false, or the leaves are cut. `undefined`: any row may match. */
  readonly candidates: string | undefined;
  /** Where it and the candidates hold and the leaves are not cut, the test does. `undefined`: never. */
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

const UNKNOWN: Preselection = { hint: undefined, candidates: undefined, decided: undefined };
const EXACT_DOUBLE = 2 ** 53;

/** What the leaves tell about the test before any JSON text is opened. */
export function preselect(question: Question, parameters: StatementParameters): Preselection {
  const { key, test, leaves } = question;
  switch (test.kind) {
    case 'exists':
      return leaves.isComplete
        ? { ...UNKNOWN, candidates: hasLeaf(leaves), decided: 'true' }
        : { ...UNKNOWN, decided: hasLeaf(leaves) };
    case 'contains':
      return isJsonScalar(test.value)
        ? oneOf({ key, leaves, test: { values: [test.value], isInList: false } }, parameters)
        : { ...UNKNOWN, hint: allHints(leaves, containerPairs(key, test.value), parameters) };
    case 'one_of':
      return oneOf({ key, leaves, test: { values: test.values, isInList: true } }, parameters);
    case 'all_of':
      return { ...UNKNOWN, hint: allHints(leaves, elementPairs(key, test.values), parameters) };
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
  /** Elements of a list count as well. */
  readonly isInList: boolean;
}

function oneOf({ key, leaves, test }: Question<Choice>, parameters: StatementParameters) {
  const scalars = toScalarValues(test.values);
  if (scalars === undefined) {
    return UNKNOWN;
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

function areExact({ cutsTexts }: Leaves, { strings, numbers }: ScalarValues): boolean {
  const isText = (text: string) => !cutsTexts || text.length < MIN_CUT_TEXT_LENGTH;
  return strings.every(isText) && numbers.every(isExact);
}

function isExact(value: number | bigint): boolean {
  return Math.abs(Number(value)) < EXACT_DOUBLE;
}

/** Each of the texts and numbers has to be there. */
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
    const order = `${string.value} ${SQL_COMPARISON[test.comparison]} ${bound}`;
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

/** The text may be that of a number. */
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
    return { ...UNKNOWN, candidates: 'false', decided: 'true' };
  }
  const { comparison, operand } = test;
  const isEq = comparison === 'eq' && isIndexed;
  const bound = parameters.bind('Float64', toDouble(operand));
  const order = SQL_COMPARISON[isExact(operand) ? comparison : INCLUSIVE[comparison]];
  return {
    hint: isEq ? hasAnyPair({ key, values: [operand], isInList: false }, parameters) : undefined,
    candidates: `(${number.has} AND ${number.value} ${order} ${bound})`,
    decided: isExact(operand) ? 'true' : undefined,
  };
}

/** A larger integer may be the same double. */
const INCLUSIVE = { eq: 'eq', gt: 'gte', gte: 'gte', lt: 'lte', lte: 'lte' } as const;

function matchText(
  { string, isComplete }: Leaves,
  test: TextMatch,
  parameters: StatementParameters,
): Preselection {
  if (string === undefined) {
    return UNKNOWN;
  }
  const matches = textMatches(string.value, test, parameters);
  if (isComplete) {
    return { ...UNKNOWN, candidates: `(${string.has} AND ${matches})`, decided: 'true' };
  }
  const whole = `(${string.has} AND ${isWhole(string.value)})`;
  return { ...UNKNOWN, candidates: `(NOT ${whole} OR ${matches})`, decided: whole };
}
