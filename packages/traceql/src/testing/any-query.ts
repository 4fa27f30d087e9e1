import fc from 'fast-check';
import {
  fieldFunctions,
  type MathOperator,
  type MetricsFunction,
  type MetricsMath,
  type Query,
  type RelationOperator,
  type SeriesStage,
  type SetOperator,
  type SpanSet,
  type Stage,
} from '../tree/query.js';
import {
  anyCondition,
  anyField,
  anyNumber,
  anyNumericExpression,
  anyNumericField,
} from './any-expression.js';

const relations = ['>', '>>', '<', '<<', '~'] as const;
const setOperators: readonly SetOperator[] = [
  '&&',
  '||',
  ...relations.flatMap((relation): RelationOperator[] => [
    relation,
    `!${relation}`,
    `&${relation}`,
  ]),
];

/** Any span set that passes the checks. */
export function anySpanSet(): fc.Arbitrary<SpanSet> {
  return fc.letrec<{ spans: SpanSet }>((tie) => ({
    spans: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({
        kind: fc.constant('filter' as const),
        condition: fc.option(anyCondition(), { nil: undefined }),
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

function anyCompare() {
  return fc.constantFrom('=', '!=', '<', '<=', '>', '>=' as const);
}

function anyFirstStage(): fc.Arbitrary<Stage> {
  return fc.oneof(
    anySpanSet().map((spans): Stage => ({ kind: 'spans', spans })),
    fc.record({
      kind: fc.constant('aggregate' as const),
      aggregate: fc.oneof(
        fc.constant({ kind: 'count' as const }),
        fc.record({
          kind: fc.constantFrom('min', 'max', 'avg', 'sum' as const),
          of: anyNumericExpression(),
        }),
      ),
      operator: anyCompare(),
      scalar: anyNumber(),
    }) as fc.Arbitrary<Stage>,
    anyNumericExpression().map((by): Stage => ({ kind: 'group', by })),
    fc
      .array(anyField(), { minLength: 1, maxLength: 4 })
      .map((fields): Stage => ({ kind: 'select', fields })),
  );
}

function anyMetricsFunction(): fc.Arbitrary<MetricsFunction> {
  const by = fc.array(anyField(), { maxLength: 4 });
  return fc.oneof(
    fc.record({ kind: fc.constantFrom('rate', 'count_over_time' as const), by }),
    fc.record({ kind: fc.constantFrom(...fieldFunctions), field: anyNumericField(), by }),
    fc.record({
      kind: fc.constant('quantile_over_time' as const),
      field: anyNumericField(),
      quantiles: fc.array(
        fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      by,
    }),
  ) as fc.Arbitrary<MetricsFunction>;
}

function anyPipeline(): fc.Arbitrary<readonly Stage[]> {
  return fc
    .tuple(
      anyFirstStage(),
      fc.array(fc.oneof(anyFirstStage(), fc.constant({ kind: 'coalesce' as const })), {
        maxLength: 3,
      }),
    )
    .map(([first, more]): Stage[] => [first, ...more]);
}

/** Joined pipelines in parentheses. At least one is more than a span set. */
function anyJoined(): fc.Arbitrary<SpanSet> {
  const wrapped = anyPipeline()
    .filter(([first, ...more]) => more.length > 0 || first?.kind !== 'spans')
    .map((stages): SpanSet => ({ kind: 'pipeline', stages }));
  const operator = fc.constantFrom<SetOperator>('&&', '||');
  const operation = (left: fc.Arbitrary<SpanSet>, right: fc.Arbitrary<SpanSet>) =>
    fc.record({ kind: fc.constant('operation' as const), operator, left, right });
  return fc.oneof(
    wrapped,
    operation(wrapped, anySpanSet()),
    operation(anySpanSet(), wrapped),
    operation(operation(wrapped, anySpanSet()), wrapped),
  );
}

function anyMath(series: fc.Arbitrary<readonly SeriesStage[]>): fc.Arbitrary<MetricsMath> {
  const metrics = fc.record({
    kind: fc.constant('metrics' as const),
    pipeline: anyPipeline(),
    first: anyMetricsFunction(),
    series,
  }) as fc.Arbitrary<MetricsMath>;
  const scalar = anyNumber()
    .filter(({ type }) => type !== 'duration')
    .map((number) => ({ kind: 'scalar', scalar: number }) as MetricsMath);
  return fc.letrec<{ math: MetricsMath }>((tie) => {
    const operation = (left: fc.Arbitrary<MetricsMath>, right: fc.Arbitrary<MetricsMath>) =>
      fc.record({
        kind: fc.constant('operation' as const),
        operator: fc.constantFrom<MathOperator>('+', '-', '*', '/'),
        left,
        right,
      });
    return {
      math: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        metrics,
        operation(scalar, tie('math')),
        operation(tie('math'), scalar),
        operation(tie('math'), tie('math')),
      ),
    };
  }).math;
}

/** Any accepted query. */
export function anyQuery(): fc.Arbitrary<Query> {
  const pipeline = fc.oneof(
    { weight: 3, arbitrary: anyPipeline() },
    anyJoined().map((spans): readonly Stage[] => [{ kind: 'spans', spans }]),
  );
  const hints = fc.array(
    fc.constantFrom(
      { name: 'most_recent', value: { type: 'bool' as const, value: true } },
      { name: 'exemplars', value: { type: 'int' as const, value: 5n } },
    ),
    { maxLength: 2 },
  );
  const seriesStage: fc.Arbitrary<SeriesStage> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('topk', 'bottomk' as const),
      limit: fc.integer({ min: 1, max: 100 }),
    }),
    fc.record({
      kind: fc.constant('compare_points' as const),
      operator: anyCompare(),
      scalar: anyNumber(),
    }),
  ) as fc.Arbitrary<SeriesStage>;
  const series = fc.array(seriesStage, { maxLength: 2 });
  return fc.oneof(
    fc.record({ kind: fc.constant('traces' as const), pipeline, hints }),
    fc.record({
      kind: fc.constant('metrics' as const),
      pipeline: anyPipeline(),
      first: anyMetricsFunction(),
      series,
      hints,
    }),
    fc.record({ kind: fc.constant('math' as const), math: anyMath(series), series, hints }),
  );
}
