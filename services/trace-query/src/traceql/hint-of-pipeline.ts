import { isDeepStrictEqual } from 'node:util';
import type { SpanHint } from '@spanhouse/trace-store/reader';
import type { Expression, SpanSet, Stage } from '@spanhouse/traceql';
import { hintOfAttribute, literalOf } from './hint-of-attribute.js';
import { hintOfIntrinsic } from './hint-of-intrinsic.js';

/** Maximum number of tests in a hint, which keeps statements small. */
const MAX_TESTS = 100;

/** Maximum number of additional hints. Each of them adds a semi-join to the statement. */
const MAX_TRACE_HINTS = 2;
/** Maximum number of stages that contribute to a hint for selected spans. */
const MAX_STAGES = 5;

/**
 * Returns the hints of a pipeline. `hint` is the hint that matches the fewest spans, or undefined if any trace may
 * match. In a matching trace, each of the `traceHints` must also match at least one span.
 */
export function hintsOfPipeline(pipeline: readonly Stage[]) {
  const [hint] = hintsInOrder(pipeline);
  return { hint, traceHints: otherTraceHints(hint, pipeline) };
}

/**
 * Returns additional hints. In a matching trace, every hint must match at least one span. Returns no hints if an index
 * finds the spans of the first hint, because further hints would only cost time.
 */
export function otherTraceHints(
  first: SpanHint | undefined,
  pipeline: readonly Stage[],
): readonly SpanHint[] {
  if (first !== undefined && costOf(first) <= costs.has_value) {
    return [];
  }
  return hintsInOrder(pipeline)
    .filter((other) => costOf(other) < costs.mentions && !isDeepStrictEqual(other, first))
    .slice(0, MAX_TRACE_HINTS);
}

function hintsInOrder(pipeline: readonly Stage[]): readonly SpanHint[] {
  return hintsOfStages(pipeline)
    .filter((each) => countTests(each) <= MAX_TESTS)
    .toSorted((a, b) => costOf(a) - costOf(b));
}

function hintsOfStages(stages: readonly Stage[]): readonly SpanHint[] {
  return stages.flatMap((stage) => (stage.kind === 'spans' ? hintsOfSpans(stage.spans) : []));
}

/** Returns hints for traces with spans in the set. Such a trace contains at least one matching span for each hint. */
function hintsOfSpans(spans: SpanSet): readonly SpanHint[] {
  if (spans.kind === 'filter') {
    const hint = spans.condition && hintOfCondition(spans.condition);
    return hint === undefined ? [] : [hint];
  }
  if (spans.kind === 'pipeline') {
    return hintsOfStages(spans.stages);
  }
  const [left, right] = [hintsOfSpans(spans.left), hintsOfSpans(spans.right)];
  if (spans.operator === '||') {
    const [a, b] = [cheapest(left), cheapest(right)];
    return a && b ? [{ kind: 'or', operands: [a, b] }] : [];
  }
  return spans.operator.startsWith('!') ? right : [...left, ...right];
}

function cheapest(hints: readonly SpanHint[]): SpanHint | undefined {
  return hints.toSorted((a, b) => costOf(a) - costOf(b))[0];
}

/** Returns a hint for all spans that a pipeline selects; undefined if the pipeline may select any span. */
export function hintOfCounted(pipeline: readonly Stage[]): SpanHint | undefined {
  const operands = pipeline
    .flatMap((stage) => (stage.kind === 'spans' ? (hintOfSelected(stage.spans) ?? []) : []))
    .filter((hint) => countTests(hint) <= MAX_TESTS)
    .slice(0, MAX_STAGES);
  return operands.length > 1 ? { kind: 'and', operands } : operands[0];
}

/**
 * Returns a hint for the spans in a span set. Unions, and relations whose operator begins with `&`, select spans from
 * both sides. All other relations select spans only from their right side.
 */
function hintOfSelected(spans: SpanSet): SpanHint | undefined {
  if (spans.kind === 'filter') {
    return spans.condition && hintOfCondition(spans.condition);
  }
  if (spans.kind === 'pipeline') {
    return hintOfCounted(spans.stages);
  }
  const right = hintOfSelected(spans.right);
  const leavesBoth = spans.operator === '||' || spans.operator.startsWith('&');
  if (right === undefined || !leavesBoth) {
    return right;
  }
  const left = hintOfSelected(spans.left);
  return left && { kind: 'or', operands: [left, right] };
}

/** Returns a hint for all spans that may satisfy a condition; undefined if any span may satisfy it. */
function hintOfCondition(condition: Expression): SpanHint | undefined {
  if (condition.kind === 'field' && condition.field.kind === 'attribute') {
    const literal = { type: 'bool', value: true } as const;
    return hintOfAttribute(condition.field, { operator: '=', literal });
  }
  if (condition.kind !== 'binary') {
    return undefined;
  }
  const { operator, left, right } = condition;
  if (operator === '&&' || operator === '||') {
    return join(operator, hintOfCondition(left), hintOfCondition(right));
  }
  return hintOfComparison(operator, left, right);
}

function join(
  operator: '&&' | '||',
  left: SpanHint | undefined,
  right: SpanHint | undefined,
): SpanHint | undefined {
  if (left !== undefined && right !== undefined) {
    return { kind: operator === '&&' ? 'and' : 'or', operands: [left, right] };
  }
  return operator === '&&' ? (left ?? right) : undefined;
}

/** Returns a hint for a comparison between a field and a literal; undefined for other comparisons. */
function hintOfComparison(
  operator: string,
  left: Expression,
  right: Expression,
): SpanHint | undefined {
  const [field, other] = left.kind === 'field' ? [left, right] : [right, left];
  if (field.kind !== 'field' || (other.kind !== 'literal' && other.kind !== 'nil')) {
    return undefined;
  }
  if (other.kind === 'nil' && operator === '=') {
    return undefined;
  }
  const comparison = { operator, literal: literalOf(other) };
  return field.field.kind === 'attribute'
    ? hintOfAttribute(field.field, comparison)
    : hintOfIntrinsic(field.field.name, operator, comparison.literal);
}

/** The cost of each kind of hint. The cheapest hints match few spans and read little data. */
const costs = { has_value: 1, filter: 2, has_leaf: 3, mentions: 4 } as const;

function costOf(hint: SpanHint): number {
  switch (hint.kind) {
    case 'and':
      return Math.min(...hint.operands.map(costOf)) - 0.5;
    case 'or':
      return Math.max(...hint.operands.map(costOf));
    default:
      return costs[hint.kind];
  }
}

/** Returns the number of tests in a hint. */
function countTests(hint: SpanHint): number {
  return hint.kind === 'and' || hint.kind === 'or'
    ? hint.operands.reduce((sum, operand) => sum + countTests(operand), 0)
    : 1;
}
