import type { Expression, Literal } from './expression.js';
import type { Field } from './field.js';

export type SetOperator = '&&' | '||' | RelationOperator;
/**
 * A relation between spans. `!` selects spans that do not have the relation, and `&` selects the spans on both sides.
 */
export type RelationOperator = `${'' | '!' | '&'}${'>' | '>>' | '<' | '<<' | '~'}`;

/** Spans of a trace that a query selects. A filter without a condition selects every span. */
export type SpanSet =
  | { readonly kind: 'filter'; readonly condition: Expression | undefined }
  | {
      readonly kind: 'operation';
      readonly operator: SetOperator;
      readonly left: SpanSet;
      readonly right: SpanSet;
    }
  /** All spans in the sets that a pipeline in parentheses returns. */
  | { readonly kind: 'pipeline'; readonly stages: readonly Stage[] };

export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Aggregate =
  | { readonly kind: 'count' }
  | { readonly kind: 'min' | 'max' | 'avg' | 'sum'; readonly of: Expression };

/** A number that is computed before the query runs. */
export type Scalar = Extract<Literal, { readonly type: 'int' | 'float' | 'duration' }>;

/** One step of a pipeline, which converts the span sets of a trace to other span sets. */
export type Stage =
  | { readonly kind: 'spans'; readonly spans: SpanSet }
  | {
      readonly kind: 'aggregate';
      readonly aggregate: Aggregate;
      readonly operator: CompareOperator;
      readonly scalar: Scalar;
    }
  | { readonly kind: 'group'; readonly by: Expression }
  | { readonly kind: 'select'; readonly fields: readonly Field[] }
  | { readonly kind: 'coalesce' };

type Pipeline = readonly Stage[];

export const fieldFunctions = [
  'min_over_time',
  'max_over_time',
  'avg_over_time',
  'sum_over_time',
  'histogram_over_time',
] as const;
export type FieldFunction = (typeof fieldFunctions)[number];

/** First stage of a metrics query. It converts spans to series. */
export type MetricsFunction =
  | { readonly kind: 'rate' | 'count_over_time'; readonly by: readonly Field[] }
  | { readonly kind: FieldFunction; readonly field: Field; readonly by: readonly Field[] }
  | {
      readonly kind: 'quantile_over_time';
      readonly field: Field;
      readonly quantiles: readonly number[];
      readonly by: readonly Field[];
    }
  | {
      readonly kind: 'compare';
      readonly selection: Expression | undefined;
      readonly limit: number;
      /** Bounds in nanoseconds; undefined if the query has neither bound. */
      readonly range: { readonly from: bigint; readonly to: bigint } | undefined;
    };

/** Later stage of a metrics query. It changes series or removes points. */
export type SeriesStage =
  | { readonly kind: 'topk' | 'bottomk'; readonly limit: number }
  | {
      readonly kind: 'compare_points';
      readonly operator: CompareOperator;
      readonly scalar: Scalar;
    };

export interface Hint {
  readonly name: string;
  readonly value: Literal;
}

export type MathOperator = '+' | '-' | '*' | '/';

/** Arithmetic on metrics, which is computed point by point. */
export type MetricsMath =
  | {
      readonly kind: 'metrics';
      readonly pipeline: Pipeline;
      readonly first: Exclude<MetricsFunction, { readonly kind: 'compare' }>;
      readonly series: readonly SeriesStage[];
    }
  | { readonly kind: 'scalar'; readonly scalar: Exclude<Scalar, { readonly type: 'duration' }> }
  | {
      readonly kind: 'operation';
      readonly operator: MathOperator;
      readonly left: MetricsMath;
      readonly right: MetricsMath;
    };

/** A query for traces or for series. */
export type Query =
  | { readonly kind: 'traces'; readonly pipeline: Pipeline; readonly hints: readonly Hint[] }
  | {
      readonly kind: 'metrics';
      readonly pipeline: Pipeline;
      readonly first: MetricsFunction;
      readonly series: readonly SeriesStage[];
      readonly hints: readonly Hint[];
    }
  | {
      readonly kind: 'math';
      readonly math: MetricsMath;
      readonly series: readonly SeriesStage[];
      readonly hints: readonly Hint[];
    };
