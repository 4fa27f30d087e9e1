import { printField } from '../print/print-expression.js';
import type { Expression } from '../tree/expression.js';
import type { Field } from '../tree/field.js';
import type { SpanSet, Stage } from '../tree/query.js';
import { compileCondition, compileValue } from './compile-expression.js';
import { fieldsOf } from './fields-of.js';
import type { PlacedSpan } from './read-field.js';
import type { Value } from './traced-span.js';

type Filter = Extract<SpanSet, { readonly kind: 'filter' }>;

/** What must be computed of every span before the stages of a pipeline can run. */
export interface PipelinePlan {
  readonly stages: readonly Stage[];
  readonly conditions: ReadonlyMap<Filter, (placed: PlacedSpan) => boolean>;
  /** The values of `by` and of aggregates, by their expressions. */
  readonly values: ReadonlyMap<Expression, (placed: PlacedSpan) => Value | undefined>;
  /** Every field that the pipeline names, once each, in the order of their first mention. */
  readonly fields: readonly Field[];
}

/** Compiles the expressions of a pipeline. */
export function planPipeline(stages: readonly Stage[]): PipelinePlan {
  const filters = stages.flatMap((stage) => (stage.kind === 'spans' ? filtersOf(stage.spans) : []));
  const values = stages.flatMap(computedBy);
  const named = new Map<string, Field>();
  for (const field of stages.flatMap(namedBy)) {
    const text = printField(field);
    named.set(text, named.get(text) ?? field);
  }
  return {
    stages,
    conditions: new Map(filters.map((filter) => [filter, compileCondition(filter.condition)])),
    values: new Map(values.map((expression) => [expression, compileValue(expression)])),
    fields: [...named.values()],
  };
}

/** Returns the expressions of which a stage needs the value. */
function computedBy(stage: Stage): readonly Expression[] {
  if (stage.kind === 'group') {
    return [stage.by];
  }
  return stage.kind === 'aggregate' && stage.aggregate.kind !== 'count' ? [stage.aggregate.of] : [];
}

function namedBy(stage: Stage): readonly Field[] {
  switch (stage.kind) {
    case 'spans':
      return filtersOf(stage.spans).flatMap(({ condition }) =>
        condition === undefined ? [] : fieldsOf(condition),
      );
    case 'select':
      return stage.fields;
    default:
      return computedBy(stage).flatMap(fieldsOf);
  }
}

/** Returns the filters of a span set from left to right. */
export function filtersOf(spans: SpanSet): readonly Filter[] {
  const filters: Filter[] = [];
  const rest = [spans];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.kind === 'filter') {
      filters.push(next);
    } else {
      rest.push(next.right, next.left);
    }
  }
  return filters;
}
