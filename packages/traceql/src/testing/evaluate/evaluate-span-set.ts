import type { TracedSpan } from '../../evaluate/traced-span.js';
import type { SetOperator, SpanSet } from '../../tree/query.js';
import { matchesCondition } from './evaluate-expression.js';
import type { TraceTree } from './trace-tree.js';

/** Returns those of the spans that a span set selects, in the order of the trace. */
export function evaluateSpanSet(
  set: SpanSet,
  spans: readonly TracedSpan[],
  tree: TraceTree,
): readonly TracedSpan[] {
  if (set.kind === 'filter') {
    return spans.filter((span) => matchesCondition(set.condition, span, tree));
  }
  const left = evaluateSpanSet(set.left, spans, tree);
  const right = evaluateSpanSet(set.right, spans, tree);
  const found = new Set(combine(set.operator, [left, right], tree));
  return tree.spans.filter((span) => found.has(span));
}

type Sides = readonly [left: readonly TracedSpan[], right: readonly TracedSpan[]];

function combine(operator: SetOperator, [left, right]: Sides, tree: TraceTree) {
  if (operator === '&&') {
    return left.length === 0 || right.length === 0 ? [] : [...left, ...right];
  }
  if (operator === '||') {
    return [...left, ...right];
  }
  const relation = operator.replace(/^[!&]/, '') as Relation;
  const isFound = (span: TracedSpan) =>
    left.some((other) => isRelated(relation, [other, span], tree));
  if (operator.startsWith('!')) {
    return right.filter((span) => !isFound(span));
  }
  const related = right.filter(isFound);
  return operator.startsWith('&')
    ? [
        ...related,
        ...left.filter((span) => right.some((other) => isRelated(relation, [span, other], tree))),
      ]
    : related;
}

type Relation = '>' | '>>' | '<' | '<<' | '~';

/** Returns whether `left relation right` holds for two spans. */
function isRelated(
  relation: Relation,
  [left, right]: readonly [TracedSpan, TracedSpan],
  tree: TraceTree,
): boolean {
  switch (relation) {
    case '>':
      return tree.parentOf(right) === left;
    case '>>':
      return tree.ancestorsOf(right).includes(left);
    case '<':
      return tree.parentOf(left) === right;
    case '<<':
      return tree.ancestorsOf(left).includes(right);
    case '~':
      return left !== right && left.parent_id === right.parent_id && left.parent_id !== '';
  }
}
