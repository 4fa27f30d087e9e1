import fc from 'fast-check';
import {
  type ArithmeticOperator,
  type BinaryOperator,
  type Expression,
  kinds,
  type Literal,
  MAX_INT,
  statuses,
} from '../tree/expression.js';
import {
  attributeScopes,
  type Field,
  type FieldType,
  type IntrinsicName,
  intrinsicTypes,
} from '../tree/field.js';
import type { CompareOperator, Scalar } from '../tree/query.js';
import { anyScalarValue, attributeNames, texts } from './any-trace.js';

/**
 * Names and values that generated queries contain. Numbers are not negative, because TraceQL parses a negative number
 * as an expression.
 */
export interface Words {
  readonly name: fc.Arbitrary<string>;
  readonly text: fc.Arbitrary<string>;
  readonly number: fc.Arbitrary<Scalar>;
}

/** Names and values that `anyTrace` generates. Most queries that use them match some spans. */
export const likelyWords: Words = {
  name: fc.constantFrom(...attributeNames),
  text: fc.constantFrom(...texts, '1', '0000000000000001', 'ab'),
  number: fc
    .oneof(
      anyScalarValue(),
      anyDuration(fc.constantFrom(0n, 1n, 5n, 995n, 2_000_000_000n)),
      fc.constantFrom(1n, 2n, 3n, 7n, 12n).map((value): Literal => ({ type: 'int', value })),
    )
    .filter((literal) => isNumber(literal) && Number(literal.value) >= 0) as fc.Arbitrary<Scalar>,
};

/** Names and strings with any characters, and numbers of any size. */
export const anyWords: Words = {
  name: fc.oneof(
    fc.constantFrom('service.name', 'http.status_code', 'a-1', 'rows', 'x/y'),
    fc.string({ minLength: 1, unit: 'binary' }),
  ),
  text: fc.string({ unit: 'binary' }),
  number: fc.oneof(
    fc.bigInt({ min: 0n, max: MAX_INT }).map((value): Scalar => ({ type: 'int', value })),
    anyDuration(fc.bigInt({ min: 0n, max: MAX_INT })),
    fc
      .double({ min: 0, noNaN: true, noDefaultInfinity: true })
      .map((value): Scalar => ({ type: 'float', value })),
  ),
};

export const compares: readonly CompareOperator[] = ['=', '!=', '<', '<=', '>', '>='];

function anyDuration(values: fc.Arbitrary<bigint>): fc.Arbitrary<Scalar> {
  return values.map((value) => ({ type: 'duration', value }));
}

function isNumber({ type }: Literal): boolean {
  return type === 'int' || type === 'float' || type === 'duration';
}

export function anyAttribute({ name }: Words): fc.Arbitrary<Field> {
  return fc.record({
    kind: fc.constant('attribute' as const),
    scope: fc.option(fc.constantFrom(...attributeScopes), { nil: undefined }),
    name,
  });
}

function anyIntrinsic(types: readonly FieldType[]): fc.Arbitrary<Field> {
  const names = Object.entries(intrinsicTypes)
    .filter(([, type]) => types.includes(type))
    .map(([name]) => name as IntrinsicName);
  return fc.constantFrom(...names).map((name): Field => ({ kind: 'intrinsic', name }));
}

export function anyField(words: Words): fc.Arbitrary<Field> {
  return fc.oneof(
    anyAttribute(words),
    anyIntrinsic(['string', 'int', 'duration', 'status', 'kind']),
  );
}

/** Generates fields whose values can be numbers. */
export function anyNumericField(words: Words): fc.Arbitrary<Field> {
  return fc.oneof(anyAttribute(words), anyIntrinsic(['int', 'duration']));
}

export function toExpression(field: Field): Expression {
  return { kind: 'field', field };
}

function literalOf(literal: Literal): Expression {
  return { kind: 'literal', literal };
}

function binary<Operator extends BinaryOperator>(
  operators: readonly Operator[],
  left: fc.Arbitrary<Expression>,
  right: fc.Arbitrary<Expression>,
): fc.Arbitrary<Expression> {
  return fc.record({
    kind: fc.constant('binary' as const),
    operator: fc.constantFrom(...operators),
    left,
    right,
  });
}

function unary(operator: '!' | '-', operand: fc.Arbitrary<Expression>) {
  return operand.map((of): Expression => ({ kind: 'unary', operator, operand: of }));
}

/** Generates numeric expressions that refer to a field. */
export function anyNumericExpression(words: Words): fc.Arbitrary<Expression> {
  const field = anyNumericField(words).map(toExpression);
  const operators: readonly ArithmeticOperator[] = ['+', '-', '*', '/', '%', '^'];
  return fc.oneof(
    { weight: 3, arbitrary: field },
    binary(operators, field, fc.oneof(field, words.number.map(literalOf))),
    unary('-', field),
  );
}

function anyComparison(words: Words): fc.Arbitrary<Expression> {
  const attribute = anyAttribute(words).map(toExpression);
  const named = fc.oneof(attribute, anyIntrinsic(['string']).map(toExpression));
  const number = words.number.map(literalOf);
  const text = words.text.map((value) => literalOf({ type: 'string', value }));
  const pattern = fc
    .constantFrom('x', 'GET .*', 'x|5', '.*', '', '[0-9]+', 'GET /a+', '(?i)get /A')
    .map((value) => literalOf({ type: 'string', value }));
  const bool = fc.boolean().map((value) => literalOf({ type: 'bool', value }));
  const status = fc.constantFrom(...statuses).map((value) => literalOf({ type: 'status', value }));
  const kind = fc.constantFrom(...kinds).map((value) => literalOf({ type: 'kind', value }));
  return fc.oneof(
    { weight: 4, arbitrary: binary(compares, attribute, fc.oneof(number, text)) },
    { weight: 2, arbitrary: binary(compares, anyNumericExpression(words), number) },
    { weight: 2, arbitrary: binary(compares, named, text) },
    { weight: 2, arbitrary: binary(['=~', '!~'], named, pattern) },
    { weight: 2, arbitrary: binary(['=', '!='], attribute, fc.constant({ kind: 'nil' })) },
    binary(compares, attribute, attribute),
    binary(['=', '!='], attribute, bool),
    binary(['=', '!='], anyIntrinsic(['status']).map(toExpression), status),
    binary(['=', '!='], anyIntrinsic(['kind']).map(toExpression), kind),
    attribute,
    bool,
  );
}

/** Generates conditions that pass the type checks. */
export function anyCondition(words: Words): fc.Arbitrary<Expression> {
  return fc.letrec<{ condition: Expression }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      anyComparison(words),
      unary('!', tie('condition')),
      binary(['&&', '||'], tie('condition'), tie('condition')),
    ),
  })).condition;
}
