import { compilePattern } from '../check/compile-pattern.js';
import type { ArithmeticOperator, ComparisonOperator, Literal } from '../tree/expression.js';
import { compareValues, matchValue } from './compare-values.js';
import { computeValue } from './compute-value.js';
import type { Value } from './traced-span.js';

type Plain = string | number | bigint | boolean | undefined;

/**
 * Returns a literal: a number becomes a float if it has a fraction and a duration otherwise, a bigint becomes an int.
 */
function literal(value: Exclude<Plain, undefined>): Literal {
  switch (typeof value) {
    case 'string':
      return { type: 'string', value };
    case 'boolean':
      return { type: 'bool', value };
    case 'bigint':
      return { type: 'int', value };
    default:
      return Number.isInteger(value)
        ? { type: 'duration', value: BigInt(value) }
        : { type: 'float', value };
  }
}

function toValue(value: Plain | readonly string[]): Value | undefined {
  if (typeof value === 'object') {
    return { type: 'list', values: value.map((text) => ({ type: 'string', value: text })) };
  }
  return value === undefined ? undefined : literal(value);
}

const operators = ['=', '!=', '<', '<=', '>', '>='] as const;
type OrderOperator = Exclude<ComparisonOperator, '=~' | '!~'>;

describe('compareValues', () => {
  it.each<[Plain | readonly string[], Plain | readonly string[], readonly OrderOperator[]]>([
    [5n, 5n, ['=', '<=', '>=']],
    [5n, 5, ['=', '<=', '>=']],
    [1n, 1.5, ['!=', '<', '<=']],
    [9_007_199_254_740_993n, 9_007_199_254_740_992n, ['!=', '>', '>=']],
    [9_007_199_254_740_993n, 9_007_199_254_740_992, ['!=', '>', '>=']],
    ['a', 'b', ['!=', '<', '<=']],
    ['\uffff', '😀', ['!=', '<', '<=']],
    [true, false, ['!=']],
    [true, true, ['=']],
    ['5', 5n, []],
    ['true', true, []],
    [undefined, 1n, []],
    ['a', undefined, []],
    [undefined, undefined, []],
    [['a', 'c'], 'a', ['=', '<=', '>', '>=']],
    [['a', 'c'], 'b', ['!=', '<', '<=', '>', '>=']],
    ['b', ['a', 'c'], ['!=', '<', '<=', '>', '>=']],
    [[], 'a', ['!=']],
    [['a'], ['a'], []],
    [['a'], 1n, []],
  ])('of %p and %p holds for %p alone', (left, right, holding) => {
    const found = operators.filter((operator) =>
      compareValues(operator, toValue(left), toValue(right)),
    );

    expect(found).toEqual(holding);
  });
});

describe('matchValue', () => {
  it.each<[Plain | readonly string[], string, readonly string[]]>([
    ['abc', 'a.c', ['=~']],
    ['abcd', 'abc', ['!~']],
    ['a\nc', 'a.c', ['=~']],
    [['fast', 'html'], 'f.*', ['=~']],
    [['fast', 'html'], 'x', ['!~']],
    [[], 'x', ['!~']],
    [undefined, '.*', []],
    [5n, '5', []],
  ])('of %p and the pattern %s holds for %p alone', (value, pattern, holding) => {
    const compiled = compilePattern(pattern);
    const matches = compiled.status === 'compiled' ? compiled.matches : () => false;

    const found = (['=~', '!~'] as const).filter((operator) =>
      matchValue(operator, toValue(value), matches),
    );

    expect(found).toEqual(holding);
  });
});

describe('computeValue', () => {
  it.each<[readonly [Plain, ArithmeticOperator, Plain], Value | undefined]>([
    [[7n, '/', 2n], { type: 'int', value: 3n }],
    [[-7n, '/', 2n], { type: 'int', value: -3n }],
    [[-7n, '%', 2n], { type: 'int', value: -1n }],
    [[2n, '^', 10n], { type: 'int', value: 1024n }],
    [[2n, '^', -1n], { type: 'float', value: 0.5 }],
    [[2n ** 62n, '*', 2n], { type: 'float', value: 2 ** 63 }],
    [[2n ** 63n - 1n, '+', 1n], { type: 'float', value: 2 ** 63 }],
    [[-(2n ** 62n), '*', 2n], { type: 'int', value: -(2n ** 63n) }],
    [[7n, '/', 2], { type: 'float', value: 3.5 }],
    [[0.5, '+', 1n], { type: 'float', value: 1.5 }],
    [[2n, '*', 500], { type: 'float', value: 1000 }],
    [[1n, '/', 0n], undefined],
    [[1n, '%', 0n], undefined],
    [['1', '+', 1n], undefined],
    [[true, '*', 1n], undefined],
    [[undefined, '+', 1n], undefined],
  ])('computes %p', ([left, operator, right], expected) => {
    expect(computeValue(operator, toValue(left), toValue(right))).toEqual(expected);
  });
});
