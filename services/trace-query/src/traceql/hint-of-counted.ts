import type { SpanHint } from '@spanhouse/trace-store/reader';
import type { SpanSet, Stage } from '@spanhouse/traceql';
import { countTests, hintOfCondition, MAX_TESTS } from './hint-of-pipeline.js';

/** Returns a hint that every span selected by a pipeline satisfies; undefined if any span may be selected. */
export function hintOfCounted(pipeline: readonly Stage[]): SpanHint | undefined {
  const operands = pipeline
    .flatMap((stage) => (stage.kind === 'spans' ? (hintOfSpans(stage.spans) ?? []) : []))
    .filter((hint) => countTests(hint) <= MAX_TESTS)
    .slice(0, MAX_STAGES);
  return operands.length > 1 ? { kind: 'and', operands } : operands[0];
}

const MAX_STAGES = 5;

/** A relation selects spans of its right side; some relations and unions select spans of both sides. */
function hintOfSpans(spans: SpanSet): SpanHint | undefined {
  if (spans.kind === 'filter') {
    return spans.condition && hintOfCondition(spans.condition);
  }
  if (spans.kind === 'pipeline') {
    return hintOfCounted(spans.stages);
  }
  const right = hintOfSpans(spans.right);
  const leavesBoth = spans.operator === '||' || spans.operator.startsWith('&');
  if (right === undefined || !leavesBoth) {
    return right;
  }
  const left = hintOfSpans(spans.left);
  return left && { kind: 'or', operands: [left, right] };
}
