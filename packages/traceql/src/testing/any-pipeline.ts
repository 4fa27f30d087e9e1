import fc from 'fast-check';
import type { SetOperator, SpanSet, Stage } from '../tree/query.js';
import {
  anyAttribute,
  anyCondition,
  anyField,
  anyNumericExpression,
  compares,
  likelyWords,
  toExpression,
  type Words,
} from './any-condition.js';

const relations = ['>', '>>', '<', '<<', '~'] as const;
const setOperators: readonly SetOperator[] = [
  '&&',
  '||',
  ...relations.flatMap((relation): SetOperator[] => [relation, `!${relation}`, `&${relation}`]),
];

function anySpanSet(words: Words): fc.Arbitrary<SpanSet> {
  return fc.letrec<{ spans: SpanSet }>((tie) => ({
    spans: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({
        kind: fc.constant('filter' as const),
        condition: fc.option(anyCondition(words), { nil: undefined, freq: 6 }),
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

function anyAggregate(words: Words): fc.Arbitrary<Stage> {
  const numeric = fc.record({
    kind: fc.constantFrom('min', 'max', 'avg', 'sum'),
    of: anyNumericExpression(words),
  });
  return fc.record({
    kind: fc.constant('aggregate' as const),
    aggregate: fc.oneof(fc.constant({ kind: 'count' as const }), numeric),
    operator: fc.constantFrom(...compares),
    scalar: words.number,
  }) as fc.Arbitrary<Stage>;
}

/** Generates stages that may precede a metrics function. */
export function anyStages(words: Words): fc.Arbitrary<readonly Stage[]> {
  const spans = anySpanSet(words).map((found): Stage => ({ kind: 'spans', spans: found }));
  const field = anyField(words);
  const stage: fc.Arbitrary<Stage> = fc.oneof(
    { weight: 2, arbitrary: spans },
    anyAggregate(words),
    fc
      .oneof(field.map(toExpression), anyNumericExpression(words))
      .map((by): Stage => ({ kind: 'group', by })),
    fc
      .array(field, { minLength: 1, maxLength: 3 })
      .map((fields): Stage => ({ kind: 'select', fields })),
  );
  const later = fc.oneof({ weight: 4, arbitrary: stage }, fc.constant<Stage>({ kind: 'coalesce' }));
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: spans }, stage), fc.array(later, { maxLength: 3 }))
    .map(([first, more]) => [first, ...more]);
}

/** Generates pipelines that are joined by operators. Each side of a relation must be a single span set. */
function anyJoined(words: Words): fc.Arbitrary<SpanSet> {
  const set = anySpanSet(words);
  const aggregate = anyAggregate(words);
  const group = anyAttribute(words).map(
    (field): Stage => ({ kind: 'group', by: toExpression(field) }),
  );
  const coalesce = fc.constant<Stage>({ kind: 'coalesce' });
  const spans = set.map((found): Stage => ({ kind: 'spans', spans: found }));
  const toSide = (stages: readonly Stage[]): SpanSet => ({ kind: 'pipeline', stages });
  const one = fc
    .oneof(
      fc.tuple(aggregate),
      fc.tuple(spans, aggregate),
      fc.tuple(spans, group, aggregate, coalesce),
    )
    .map(toSide);
  const several = fc.tuple(spans, group, aggregate).map(toSide);
  const logical = fc.constantFrom<SetOperator>('&&', '||');
  const operation = (
    left: fc.Arbitrary<SpanSet>,
    operator: fc.Arbitrary<SetOperator>,
    right: fc.Arbitrary<SpanSet>,
  ): fc.Arbitrary<SpanSet> =>
    fc.record({ kind: fc.constant('operation' as const), operator, left, right });
  return fc.oneof(
    several,
    operation(one, logical, fc.oneof(one, several, set)),
    operation(fc.oneof(one, set), fc.constantFrom(...setOperators), one),
    operation(operation(several, logical, set), logical, one),
  );
}

export function anyPipeline(words: Words): fc.Arbitrary<readonly Stage[]> {
  return fc.oneof(
    { weight: 6, arbitrary: anyStages(words) },
    anyJoined(words).map((spans): readonly Stage[] => [{ kind: 'spans', spans }]),
  );
}

/** Generates pipelines that use the names and values of `anyTrace`. Most of them match some spans. */
export function anyLikelyPipeline(): fc.Arbitrary<readonly Stage[]> {
  return anyPipeline(likelyWords);
}
