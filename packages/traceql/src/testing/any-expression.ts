import fc from 'fast-check';
import {
  type BinaryOperator,
  type Expression,
  kinds,
  type Literal,
  MAX_INT,
  statuses,
} from '../tree/expression.js';
import { attributeScopes, type Field, type IntrinsicName, intrinsicTypes } from '../tree/field.js';

/** Any field. Names of attributes contain any characters. */
export function anyField(): fc.Arbitrary<Field> {
  const name = fc.oneof(
    fc.constantFrom('service.name', 'http.status_code', 'a-1', 'rows', 'x/y'),
    fc.string({ minLength: 1, unit: 'binary' }),
  );
  return fc.oneof(
    fc.record({
      kind: fc.constant('attribute' as const),
      scope: fc.option(fc.constantFrom(...attributeScopes), { nil: undefined }),
      name,
    }),
    fc.record({
      kind: fc.constant('intrinsic' as const),
      name: fc.constantFrom(...(Object.keys(intrinsicTypes) as IntrinsicName[])),
    }),
  );
}

/** Fields whose values may be numbers. */
export function anyNumericField(): fc.Arbitrary<Field> {
  return anyField().filter((field) =>
    field.kind === 'attribute' ? true : ['int', 'duration'].includes(intrinsicTypes[field.name]),
  );
}

function anyInt(): fc.Arbitrary<bigint> {
  return fc.bigInt({ min: 0n, max: MAX_INT });
}

function anyFloat(): fc.Arbitrary<number> {
  return fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
}

/** Numbers and durations of at least 0. */
export function anyNumber(): fc.Arbitrary<
  Extract<Literal, { type: 'int' | 'float' | 'duration' }>
> {
  return fc.oneof(
    fc.record({ type: fc.constant('int' as const), value: anyInt() }),
    fc.record({ type: fc.constant('float' as const), value: anyFloat() }),
    fc.record({ type: fc.constant('duration' as const), value: anyInt() }),
  );
}

function literal(type: Literal['type'], value: Literal['value']): Expression {
  return { kind: 'literal', literal: { type, value } as Literal };
}

function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right };
}

function attribute(): fc.Arbitrary<Field> {
  return anyField().filter(({ kind }) => kind === 'attribute');
}

/** Any numeric expression that names a field. */
export function anyNumericExpression(): fc.Arbitrary<Expression> {
  const field = anyNumericField().map((named): Expression => ({ kind: 'field', field: named }));
  const number = anyNumber().map((value): Expression => ({ kind: 'literal', literal: value }));
  return fc.oneof(
    field,
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/', '%', '^' as const), field, fc.oneof(field, number))
      .map(([operator, left, right]) => binary(operator as BinaryOperator, left, right)),
    field.map((operand): Expression => ({ kind: 'unary', operator: '-', operand })),
  );
}

/** Any condition that passes the type checks. */
export function anyCondition(): fc.Arbitrary<Expression> {
  const fieldOf = (field: Field): Expression => ({ kind: 'field', field });
  const compare = fc.constantFrom('=', '!=', '<', '<=', '>', '>=' as const);
  const equal = fc.constantFrom('=', '!=' as const);
  const matches = fc.constantFrom('=~', '!~' as const);
  const comparison = fc.oneof(
    fc
      .tuple(compare, anyNumericExpression(), anyNumber())
      .map(([operator, left, { type, value }]) =>
        binary(operator as BinaryOperator, left, literal(type, value)),
      ),
    fc
      .tuple(compare, attribute(), fc.string({ unit: 'binary' }))
      .map(([operator, field, value]) =>
        binary(operator as BinaryOperator, fieldOf(field), literal('string', value)),
      ),
    fc
      .tuple(matches, attribute(), fc.constantFrom('a.*|b', '[a-z]+', ''))
      .map(([operator, field, value]) =>
        binary(operator as BinaryOperator, fieldOf(field), literal('string', value)),
      ),
    fc
      .tuple(equal, attribute())
      .map(([operator, field]) =>
        binary(operator as BinaryOperator, fieldOf(field), { kind: 'nil' }),
      ),
    fc
      .constantFrom(...statuses)
      .map((value) =>
        binary('=', fieldOf({ kind: 'intrinsic', name: 'status' }), literal('status', value)),
      ),
    fc
      .constantFrom(...kinds)
      .map((value) =>
        binary('!=', fieldOf({ kind: 'intrinsic', name: 'kind' }), literal('kind', value)),
      ),
    attribute().map(fieldOf),
    fc.boolean().map((value) => literal('bool', value)),
  );
  return fc.letrec<{ condition: Expression }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      comparison,
      tie('condition').map((operand): Expression => ({ kind: 'unary', operator: '!', operand })),
      fc
        .tuple(fc.constantFrom('&&', '||' as const), tie('condition'), tie('condition'))
        .map(([operator, left, right]) => binary(operator as BinaryOperator, left, right)),
    ),
  })).condition;
}
