import type { TracedSpan } from '../../evaluate/traced-span.js';
import type { SetOperator, SpanSet, Stage } from '../../tree/query.js';
import { matchesCondition } from './evaluate-expression.js';
import type { TraceTree } from './trace-tree.js';

/** Context in which a span set is evaluated. */
interface Evaluation {
  readonly tree: TraceTree;
  /** Returns the spans that the stages of a nested pipeline select. */
  readonly evaluateStages: (
    stages: readonly Stage[],
    spans: readonly TracedSpan[],
  ) => readonly TracedSpan[];
}

/** Returns the given spans that a span set selects, in the order of the trace. */
export function evaluateSpanSet(
  set: SpanSet,
  spans: readonly TracedSpan[],
  evaluation: Evaluation,
): readonly TracedSpan[] {
  const { tree, evaluateStages } = evaluation;
  if (set.kind === 'filter') {
    return spans.filter((span) => matchesCondition(set.condition, span, tree));
  }
  const found =
    set.kind === 'pipeline'
      ? evaluateStages(set.stages, spans)
      : combine(
          set.operator,
          [
            evaluateSpanSet(set.left, spans, evaluation),
            evaluateSpanSet(set.right, spans, evaluation),
          ],
          tree,
        );
  return tree.spans.filter((span) => found.includes(span));
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

/** Returns whether `left` and `right` have the relation. */
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
