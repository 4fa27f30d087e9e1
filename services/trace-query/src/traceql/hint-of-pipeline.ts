import type { SpanHint } from '@spanhouse/trace-store/reader';
import type { Expression, SpanSet, Stage } from '@spanhouse/traceql';
import { hintOfAttribute, literalOf } from './hint-of-attribute.js';
import { hintOfIntrinsic } from './hint-of-intrinsic.js';

/** Statements stay small; a condition with more operands is left to the evaluation. */
export const MAX_TESTS = 100;

/** Returns a hint that some span of every trace that the pipeline finds satisfies; undefined if any trace may be found. */
export function hintOfPipeline(pipeline: readonly Stage[]): SpanHint | undefined {
  const hints = pipeline.flatMap((stage) =>
    stage.kind === 'spans' ? hintsOfSpans(stage.spans) : [],
  );
  return hints
    .filter((hint) => countTests(hint) <= MAX_TESTS)
    .toSorted((a, b) => costOf(a) - costOf(b))[0];
}

/** Returns the hints that each trace with spans in the set satisfies, with different spans perhaps. */
function hintsOfSpans(spans: SpanSet): readonly SpanHint[] {
  if (spans.kind === 'filter') {
    const hint = spans.condition && hintOfCondition(spans.condition);
    return hint === undefined ? [] : [hint];
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

/** Matches spans that may satisfy a condition; undefined if any span may. */
export function hintOfCondition(condition: Expression): SpanHint | undefined {
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

/** Only a comparison of one field with a literal tells something. */
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

/** The order in which hints are preferred: how few spans they leave, and how little they read. */
function costOf(hint: SpanHint): number {
  switch (hint.kind) {
    case 'has_value':
      return 1;
    case 'filter':
      return 2;
    case 'has_leaf':
      return 3;
    case 'mentions':
      return 4;
    case 'and':
      return Math.min(...hint.operands.map(costOf)) - 0.5;
    case 'or':
      return Math.max(...hint.operands.map(costOf));
  }
}

/** Returns the number of conditions of which a hint consists. */
export function countTests(hint: SpanHint): number {
  return hint.kind === 'and' || hint.kind === 'or'
    ? hint.operands.reduce((sum, operand) => sum + countTests(operand), 0)
    : 1;
}
