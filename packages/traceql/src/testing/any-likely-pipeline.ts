import fc from 'fast-check';
import {
  type ArithmeticOperator,
  type BinaryOperator,
  type Expression,
  kinds,
  type Literal,
  statuses,
} from '../tree/expression.js';
import { attributeScopes, type Field, type IntrinsicName, intrinsicTypes } from '../tree/field.js';
import type { CompareOperator, Scalar, SetOperator, SpanSet, Stage } from '../tree/query.js';
import { anyScalarValue, attributeNames, texts } from './any-trace.js';

const compares: readonly CompareOperator[] = ['=', '!=', '<', '<=', '>', '>='];
const relations = ['>', '>>', '<', '<<', '~'] as const;
const setOperators: readonly SetOperator[] = [
  '&&',
  '||',
  ...relations.flatMap((relation): SetOperator[] => [relation, `!${relation}`, `&${relation}`]),
];

export function anyAttribute(): fc.Arbitrary<Field> {
  return fc.record({
    kind: fc.constant('attribute' as const),
    scope: fc.option(fc.constantFrom(...attributeScopes), { nil: undefined }),
    name: fc.constantFrom(...attributeNames),
  });
}

function anyIntrinsic(types: readonly string[]): fc.Arbitrary<Field> {
  const names = Object.entries(intrinsicTypes)
    .filter(([, type]) => types.includes(type))
    .map(([name]) => name as IntrinsicName);
  return fc.constantFrom(...names).map((name): Field => ({ kind: 'intrinsic', name }));
}

function fieldOf(field: Field): Expression {
  return { kind: 'field', field };
}

function literalOf(literal: Literal): Expression {
  return { kind: 'literal', literal };
}

function isScalar({ type }: Literal): boolean {
  return type === 'int' || type === 'float' || type === 'duration';
}

/** Numbers and durations of at least 0: a negative number is an expression. */
function anyScalar(): fc.Arbitrary<Scalar> {
  return fc
    .oneof(
      anyScalarValue(),
      fc
        .constantFrom(0n, 1n, 5n, 995n, 2_000_000_000n)
        .map((value): Literal => ({ type: 'duration', value })),
      fc.constantFrom(1n, 2n, 3n, 7n, 12n).map((value): Literal => ({ type: 'int', value })),
    )
    .filter((literal) => isScalar(literal) && Number(literal.value) >= 0) as fc.Arbitrary<Scalar>;
}

function anyNumeric(): fc.Arbitrary<Expression> {
  const field = fc.oneof(anyAttribute(), anyIntrinsic(['int', 'duration'])).map(fieldOf);
  const operator = fc.constantFrom<ArithmeticOperator>('+', '-', '*', '/', '%', '^');
  return fc.oneof(
    { weight: 3, arbitrary: field },
    fc
      .tuple(operator, field, fc.oneof(field, anyScalar().map(literalOf)))
      .map(([sign, left, right]): Expression => ({ kind: 'binary', operator: sign, left, right })),
    field.map((operand): Expression => ({ kind: 'unary', operator: '-', operand })),
  );
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

function anyComparison(): fc.Arbitrary<Expression> {
  const attribute = anyAttribute().map(fieldOf);
  const literal = anyScalarValue()
    .filter((value) => value.type === 'string' || (isScalar(value) && Number(value.value) >= 0))
    .map(literalOf);
  const text = fc
    .constantFrom(...texts, '1', '0000000000000001', 'ab')
    .map((value) => literalOf({ type: 'string', value }));
  const pattern = fc
    .constantFrom('x', 'GET .*', 'x|5', '.*', '', '[0-9]+', 'GET /a+', '(?i)get /A')
    .map((value) => literalOf({ type: 'string', value }));
  const named = fc.oneof(attribute, anyIntrinsic(['string']).map(fieldOf));
  const bool = fc.boolean().map((value) => literalOf({ type: 'bool', value }));
  const status = fc.constantFrom(...statuses).map((value) => literalOf({ type: 'status', value }));
  const kind = fc.constantFrom(...kinds).map((value) => literalOf({ type: 'kind', value }));
  return fc.oneof(
    { weight: 4, arbitrary: binary(compares, attribute, literal) },
    { weight: 2, arbitrary: binary(compares, anyNumeric(), anyScalar().map(literalOf)) },
    { weight: 2, arbitrary: binary(compares, named, text) },
    { weight: 2, arbitrary: binary(['=~', '!~'], named, pattern) },
    { weight: 2, arbitrary: binary(['=', '!='], attribute, fc.constant({ kind: 'nil' })) },
    binary(compares, attribute, attribute),
    binary(['=', '!='], attribute, bool),
    binary(['=', '!='], fc.constant(fieldOf({ kind: 'intrinsic', name: 'status' })), status),
    binary(['=', '!='], fc.constant(fieldOf({ kind: 'intrinsic', name: 'kind' })), kind),
    attribute,
    bool,
  );
}

export function anyLikelyCondition(): fc.Arbitrary<Expression> {
  return fc.letrec<{ condition: Expression }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      anyComparison(),
      tie('condition').map((operand): Expression => ({ kind: 'unary', operator: '!', operand })),
      binary(['&&', '||'], tie('condition'), tie('condition')),
    ),
  })).condition;
}

function anyLikelySpans(): fc.Arbitrary<SpanSet> {
  return fc.letrec<{ spans: SpanSet }>((tie) => ({
    spans: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({
        kind: fc.constant('filter' as const),
        condition: fc.option(anyLikelyCondition(), { nil: undefined, freq: 6 }),
      }),
      fc.record({
        kind: fc.constant('operation' as const),
        operator: fc.constantFrom(...setOperators),
        left: tie('spans'),
        right: tie('spans'),
      }),
    ),
  })).spans;
}

function anyAggregate(): fc.Arbitrary<Stage> {
  const numeric = fc.record({
    kind: fc.constantFrom('min', 'max', 'avg', 'sum'),
    of: anyNumeric(),
  });
  return fc.record({
    kind: fc.constant('aggregate' as const),
    aggregate: fc.oneof(fc.constant({ kind: 'count' as const }), numeric),
    operator: fc.constantFrom(...compares),
    scalar: anyScalar(),
  }) as fc.Arbitrary<Stage>;
}

/** Pipelines over the names and values of `anyTrace`. Most of them find something. */
export function anyLikelyPipeline(): fc.Arbitrary<readonly Stage[]> {
  return fc.oneof(
    { weight: 6, arbitrary: anyStages() },
    anySides().map(([left, operator, right]): readonly Stage[] => [
      { kind: 'spans', spans: { kind: 'operation', operator, left, right } },
    ]),
  );
}

/** Pipelines joined by an operator. A relation needs one span set on each side. */
function anySides(): fc.Arbitrary<readonly [SpanSet, SetOperator, SpanSet]> {
  const group = anyAttribute().map((field): Stage => ({ kind: 'group', by: fieldOf(field) }));
  const coalesce = fc.constant<Stage>({ kind: 'coalesce' });
  const spans = anyLikelySpans().map((found): Stage => ({ kind: 'spans', spans: found }));
  const several = fc.tuple(spans, group, anyAggregate());
  const one = fc.oneof(
    fc.tuple(anyAggregate()),
    fc.tuple(spans, anyAggregate()),
    fc.tuple(spans, group, anyAggregate(), coalesce),
  );
  const toSide = (stages: readonly Stage[]): SpanSet => ({ kind: 'pipeline', stages });
  const any = fc.oneof(one.map(toSide), several.map(toSide), anyLikelySpans());
  const single = fc.oneof(one.map(toSide), anyLikelySpans());
  return fc.oneof(
    fc.tuple(one.map(toSide), fc.constantFrom<SetOperator>('&&', '||'), any),
    fc.tuple(single, fc.constantFrom(...setOperators), one.map(toSide)),
  );
}

/** Any stages that may precede a function of metrics. */
export function anyStages(): fc.Arbitrary<readonly Stage[]> {
  const spans = anyLikelySpans().map((found): Stage => ({ kind: 'spans', spans: found }));
  const by = fc.oneof(anyAttribute(), anyIntrinsic(['string', 'status', 'kind', 'int']));
  const stage: fc.Arbitrary<Stage> = fc.oneof(
    { weight: 2, arbitrary: spans },
    anyAggregate(),
    fc.oneof(by.map(fieldOf), anyNumeric()).map(
      (expression): Stage => ({
        kind: 'group',
        by: expression,
      }),
    ),
    fc.array(by, { minLength: 1, maxLength: 3 }).map(
      (fields): Stage => ({
        kind: 'select',
        fields,
      }),
    ),
  );
  const later = fc.oneof({ weight: 4, arbitrary: stage }, fc.constant<Stage>({ kind: 'coalesce' }));
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: spans }, stage), fc.array(later, { maxLength: 3 }))
    .map(([first, more]) => [first, ...more]);
}
