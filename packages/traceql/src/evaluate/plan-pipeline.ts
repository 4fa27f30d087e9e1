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
  const conditions = new Map<Filter, (placed: PlacedSpan) => boolean>();
  const values = new Map<Expression, (placed: PlacedSpan) => Value | undefined>();
  const fields = new Map<string, Field>();
  const name = (named: readonly Field[]) => {
    for (const field of named) {
      const text = printField(field);
      fields.set(text, fields.get(text) ?? field);
    }
  };
  const addValue = (expression: Expression) => {
    name(fieldsOf(expression));
    values.set(expression, compileValue(expression));
  };
  for (const stage of stages) {
    if (stage.kind === 'spans') {
      for (const filter of filtersOf(stage.spans)) {
        name(filter.condition === undefined ? [] : fieldsOf(filter.condition));
        conditions.set(filter, compileCondition(filter.condition));
      }
    } else if (stage.kind === 'aggregate' && stage.aggregate.kind !== 'count') {
      addValue(stage.aggregate.of);
    } else if (stage.kind === 'group') {
      addValue(stage.by);
    } else if (stage.kind === 'select') {
      name(stage.fields);
    }
  }
  return { stages, conditions, values, fields: [...fields.values()] };
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
