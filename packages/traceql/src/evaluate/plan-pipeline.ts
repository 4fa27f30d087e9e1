import { printField } from '../print/print-expression.js';
import type { Expression } from '../tree/expression.js';
import type { Field } from '../tree/field.js';
import { listFields } from '../tree/list-fields.js';
import type { SpanSet, Stage } from '../tree/query.js';
import { compileCondition, compileValue } from './compile-expression.js';
import type { PlacedSpan } from './read-field.js';
import type { Value } from './traced-span.js';

type Filter = Extract<SpanSet, { readonly kind: 'filter' }>;

/** Values to compute for every span before a pipeline's stages run. */
export interface PipelinePlan {
  readonly stages: readonly Stage[];
  readonly conditions: ReadonlyMap<Filter, (placed: PlacedSpan) => boolean>;
  /** Functions that compute the operands of `by` and of aggregates, keyed by expression. */
  readonly values: ReadonlyMap<Expression, (placed: PlacedSpan) => Value | undefined>;
  /** Distinct fields of the pipeline, in the order of first use. */
  readonly fields: readonly Field[];
}

/** Compiles the expressions of a pipeline. */
export function planPipeline(stages: readonly Stage[]): PipelinePlan {
  const parts = stages.flatMap(partsOf);
  const filters = parts.filter((part) => part.kind === 'filter');
  const named = new Map<string, Field>();
  for (const field of parts.flatMap(namedBy)) {
    const text = printField(field);
    named.set(text, named.get(text) ?? field);
  }
  return {
    stages,
    conditions: new Map(filters.map((filter) => [filter, compileCondition(filter.condition)])),
    values: new Map(
      parts.flatMap(computedBy).map((expression) => [expression, compileValue(expression)]),
    ),
    fields: [...named.values()],
  };
}

type Part = Filter | Exclude<Stage, { readonly kind: 'spans' }>;

/** Returns the filters and nested stages that a stage consists of, from left to right. */
function partsOf(stage: Stage): readonly Part[] {
  if (stage.kind !== 'spans') {
    return [stage];
  }
  return leavesOf(stage.spans).flatMap((leaf) =>
    leaf.kind === 'filter' ? [leaf] : leaf.stages.flatMap(partsOf),
  );
}

/** Returns the expressions whose values a filter or stage needs. */
function computedBy(part: Part): readonly Expression[] {
  if (part.kind === 'group') {
    return [part.by];
  }
  return part.kind === 'aggregate' && part.aggregate.kind !== 'count' ? [part.aggregate.of] : [];
}

function namedBy(part: Part): readonly Field[] {
  switch (part.kind) {
    case 'filter':
      return part.condition === undefined ? [] : listFields(part.condition);
    case 'select':
      return part.fields;
    default:
      return computedBy(part).flatMap(listFields);
  }
}

/** Returns the filters and pipelines of a span set, from left to right. */
function leavesOf(spans: SpanSet): readonly Exclude<SpanSet, { readonly kind: 'operation' }>[] {
  const leaves: Exclude<SpanSet, { readonly kind: 'operation' }>[] = [];
  const rest = [spans];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.kind === 'operation') {
      rest.push(next.right, next.left);
    } else {
      leaves.push(next);
    }
  }
  return leaves;
}
