import fc from 'fast-check';
import type { Field } from '../tree/field.js';
import {
  fieldFunctions,
  type MathOperator,
  type MetricsFunction,
  type MetricsMath,
  type Query,
  type SeriesStage,
} from '../tree/query.js';
import {
  anyCondition,
  anyField,
  anyNumericField,
  anyWords,
  compares,
  likelyWords,
  type Words,
} from './any-condition.js';
import { anyPipeline, anyStages } from './any-pipeline.js';

type Metrics = Extract<Query, { readonly kind: 'metrics' }>;
type Counting = Exclude<MetricsFunction, { readonly kind: 'compare' }>;

function anyCounting(words: Words): fc.Arbitrary<Counting> {
  const few = fc.constantFrom<Field>(
    { kind: 'attribute', scope: 'resource', name: 'service.name' },
    { kind: 'attribute', scope: 'span', name: 'a' },
    { kind: 'intrinsic', name: 'kind' },
    { kind: 'intrinsic', name: 'name' },
    { kind: 'intrinsic', name: 'status' },
  );
  const by = fc.array(fc.oneof({ weight: 3, arbitrary: few }, anyField(words)), { maxLength: 3 });
  const field = fc.oneof(
    fc.constant<Field>({ kind: 'intrinsic', name: 'duration' }),
    anyNumericField(words),
  );
  return fc.oneof(
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('rate', 'count_over_time'), by }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...fieldFunctions), field, by }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('quantile_over_time'),
        field,
        quantiles: fc.array(fc.constantFrom(0, 0.5, 0.9, 0.999, 1e-7, 1), {
          minLength: 1,
          maxLength: 2,
        }),
        by,
      }),
    },
  ) as fc.Arbitrary<Counting>;
}

function anySeriesStages({ number }: Words): fc.Arbitrary<readonly SeriesStage[]> {
  const stage = fc.oneof(
    fc.record({
      kind: fc.constantFrom('topk' as const, 'bottomk' as const),
      limit: fc.constantFrom(1, 2, 3, 100),
    }),
    fc.record({
      kind: fc.constant('compare_points' as const),
      operator: fc.constantFrom(...compares),
      scalar: fc.oneof(fc.constant({ type: 'int' as const, value: 1n }), number),
    }),
  );
  return fc.array(stage, { maxLength: 2 });
}

function anyMetrics(words: Words): fc.Arbitrary<Metrics> {
  const compare = fc.record({
    kind: fc.constant('compare' as const),
    selection: fc.option(anyCondition(words), { nil: undefined }),
    limit: fc.constantFrom(1, 2, 10),
    range: fc.constant(undefined),
  });
  const first: fc.Arbitrary<MetricsFunction> = fc.oneof(
    { weight: 8, arbitrary: anyCounting(words) },
    compare,
  );
  return fc
    .record({ pipeline: anyStages(words), first, series: anySeriesStages(words) })
    .map(({ pipeline, first: of, series }) => ({
      kind: 'metrics',
      pipeline,
      first: of,
      series: of.kind === 'compare' ? [] : series,
      hints: [],
    }));
}

/** Generates metrics queries that use the names and values of `anyTrace`. Most of them match some spans. */
export function anyLikelyMetrics(): fc.Arbitrary<Metrics> {
  return anyMetrics(likelyWords);
}

function anyMath(): fc.Arbitrary<MetricsMath> {
  const metrics = fc.record({
    kind: fc.constant('metrics' as const),
    pipeline: anyStages(anyWords),
    first: anyCounting(anyWords),
    series: anySeriesStages(anyWords),
  });
  const scalar = anyWords.number
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

/** Generates any valid query. */
export function anyQuery(): fc.Arbitrary<Query> {
  const hints = fc.array(
    fc.constantFrom(
      { name: 'most_recent', value: { type: 'bool' as const, value: true } },
      { name: 'exemplars', value: { type: 'int' as const, value: 5n } },
    ),
    { maxLength: 2 },
  );
  return fc.oneof(
    fc.record({ kind: fc.constant('traces' as const), pipeline: anyPipeline(anyWords), hints }),
    fc.tuple(anyMetrics(anyWords), hints).map(([metrics, given]) => ({ ...metrics, hints: given })),
    fc.record({
      kind: fc.constant('math' as const),
      math: anyMath(),
      series: anySeriesStages(anyWords),
      hints,
    }),
  );
}
