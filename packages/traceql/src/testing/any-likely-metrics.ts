import fc from 'fast-check';
import { type Field, type IntrinsicName, intrinsicTypes } from '../tree/field.js';
import {
  fieldFunctions,
  type MetricsFunction,
  type Query,
  type SeriesStage,
} from '../tree/query.js';
import { anyAttribute, anyLikelyCondition, anyStages } from './any-likely-pipeline.js';

const numericTypes = ['int', 'duration'];

function anyIntrinsic(isWanted: (type: string) => boolean): fc.Arbitrary<Field> {
  const names = Object.entries(intrinsicTypes)
    .filter(([, type]) => isWanted(type))
    .map(([name]) => name as IntrinsicName);
  return fc.constantFrom(...names).map((name): Field => ({ kind: 'intrinsic', name }));
}

function anyFunction(): fc.Arbitrary<MetricsFunction> {
  const anyField = fc.oneof(
    anyAttribute(),
    anyIntrinsic(() => true),
  );
  const few = fc.constantFrom<Field>(
    { kind: 'attribute', scope: 'resource', name: 'service.name' },
    { kind: 'attribute', scope: 'span', name: 'a' },
    { kind: 'intrinsic', name: 'kind' },
    { kind: 'intrinsic', name: 'name' },
    { kind: 'intrinsic', name: 'status' },
  );
  const by = fc.array(fc.oneof({ weight: 3, arbitrary: few }, anyField), { maxLength: 3 });
  const field = fc.oneof(
    fc.constant<Field>({ kind: 'intrinsic', name: 'duration' }),
    anyIntrinsic((type) => numericTypes.includes(type)),
    anyAttribute(),
  );
  return fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('rate', 'count_over_time' as const), by }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom(...fieldFunctions), field, by }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('quantile_over_time' as const),
        field,
        quantiles: fc.array(fc.constantFrom(0, 0.5, 0.9, 1), { minLength: 1, maxLength: 2 }),
        by,
      }),
    },
    fc.record({
      kind: fc.constant('compare' as const),
      selection: fc.option(anyLikelyCondition(), { nil: undefined }),
      limit: fc.constantFrom(1, 2, 10),
      range: fc.constant(undefined),
    }),
  ) as fc.Arbitrary<MetricsFunction>;
}

function anySeriesStages(): fc.Arbitrary<readonly SeriesStage[]> {
  const scalar = fc.constantFrom(
    { type: 'int' as const, value: 1n },
    { type: 'duration' as const, value: 2_000_000_000n },
  );
  const stage: fc.Arbitrary<SeriesStage> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('topk' as const, 'bottomk' as const),
      limit: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      kind: fc.constant('compare_points' as const),
      operator: fc.constantFrom('=' as const, '!=' as const, '<' as const, '>=' as const),
      scalar,
    }),
  );
  return fc.array(stage, { maxLength: 2 });
}

/** Metrics over the names and values of `anyTrace`. Most of them find something. */
export function anyLikelyMetrics(): fc.Arbitrary<Extract<Query, { readonly kind: 'metrics' }>> {
  return fc
    .record({ pipeline: anyStages(), first: anyFunction(), series: anySeriesStages() })
    .map(({ pipeline, first, series }) => ({
      kind: 'metrics',
      pipeline,
      first,
      series: first.kind === 'compare' ? [] : series,
      hints: [],
    }));
}
