import type { Expression, Field, SpanSet, Stage } from '@spanhouse/traceql';
import { compileCondition, type PlacedSpan } from '@spanhouse/traceql/evaluate';

/**
 * Filters that are evaluated on single spans. A span passes if it satisfies at least one condition of each list. An
 * undefined condition is always satisfied.
 */
export type FlatPipeline = readonly (readonly (Expression | undefined)[])[];

/** Returns the filters of a pipeline; undefined if the pipeline relates spans to each other or aggregates them. */
export function flattenPipeline(pipeline: readonly Stage[]): FlatPipeline | undefined {
  const flat: (readonly (Expression | undefined)[])[] = [];
  for (const stage of pipeline) {
    if (stage.kind === 'aggregate') {
      return undefined;
    }
    // All other stages split or join span sets, but do not remove spans.
    if (stage.kind === 'spans') {
      const conditions = conditionsOf(stage.spans);
      if (conditions === undefined) {
        return undefined;
      }
      flat.push(conditions);
    }
  }
  return flat;
}

function conditionsOf(spans: SpanSet): readonly (Expression | undefined)[] | undefined {
  if (spans.kind === 'filter') {
    return [spans.condition];
  }
  if (spans.kind === 'pipeline') {
    return undefined;
  }
  const [left, right] = [conditionsOf(spans.left), conditionsOf(spans.right)];
  return spans.operator === '||' && left && right ? [...left, ...right] : undefined;
}

/** Compiles filters to a predicate for single spans. */
export function compileFlat(flat: FlatPipeline): (placed: PlacedSpan) => boolean {
  const lists = flat.map((conditions) => conditions.map(compileCondition));
  return (placed) => lists.every((tests) => tests.some((test) => test(placed)));
}

const ofTrace: readonly string[] = [
  'rootName',
  'rootServiceName',
  'traceDuration',
  'nestedSetLeft',
  'nestedSetRight',
  'nestedSetParent',
  'span:childCount',
];

/** Returns true if the value of a field depends on other spans of the trace. */
export function isOfTrace(field: Field): boolean {
  return field.kind === 'intrinsic' && ofTrace.includes(field.name);
}

/** Returns true if a condition can be evaluated without other spans of the trace. */
export function isOfSpan(condition: Expression | undefined): boolean {
  switch (condition?.kind) {
    case 'field':
      return !isOfTrace(condition.field);
    case 'unary':
      return isOfSpan(condition.operand);
    case 'binary':
      return asksForTop(condition) || (isOfSpan(condition.left) && isOfSpan(condition.right));
    default:
      return true;
  }
}

/**
 * Returns true if a comparison selects either all spans without a parent id or all spans that have one.
 * `nestedSetParent` is -1 for a span without a parent id, and at least 0 for any other span.
 */
export function asksForTop(condition: Expression): boolean {
  if (condition.kind !== 'binary') {
    return false;
  }
  const { operator, left, right } = condition;
  if (left.kind !== 'field' || right.kind !== 'literal' || right.literal.type !== 'int') {
    return false;
  }
  const isParent = left.field.kind === 'intrinsic' && left.field.name === 'nestedSetParent';
  const bound = right.literal.value;
  return isParent && (operator === '<' || operator === '>=' ? bound <= 0n : bound < 0n);
}
