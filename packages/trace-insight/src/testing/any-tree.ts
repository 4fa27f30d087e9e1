import fc from 'fast-check';
import type { TimedTree } from '../timed-tree.js';

/** A span whose position in the tree is not known yet. */
interface LooseSpan {
  readonly parent: number;
  readonly start: number;
  readonly duration: number;
}

/**
 * Generates trees with several roots. Children may begin before their parents, outlive them, overlap and take no time.
 * Times are few, so that they often coincide.
 */
export function anyTree(maxTime = 12): fc.Arbitrary<TimedTree> {
  const span = fc.record({
    parent: fc.nat(20),
    start: fc.nat(maxTime),
    duration: fc.nat(maxTime),
  });
  return fc.array(span, { minLength: 1, maxLength: 20 }).map((spans) => {
    // The parent of a span is an earlier span, or missing.
    const loose = spans.map((each, at) => ({ ...each, parent: (each.parent % (at + 1)) - 1 }));
    return inTreeOrder(loose);
  });
}

const MAX_SPANS = 16;

/**
 * Generates trees of spans that name any parent: another span, themselves, or a span that is not stored. As in every
 * read of a trace, spans on a cycle and spans without their parent are at the top level.
 */
export function anyLinkedTree(): fc.Arbitrary<TimedTree> {
  const span = fc.record({
    parent: fc.integer({ min: -1, max: MAX_SPANS }),
    start: fc.nat(1000),
    duration: fc.nat(1000),
  });
  return fc.array(span, { minLength: 1, maxLength: MAX_SPANS }).map((spans) => {
    const isTop = (at: number) =>
      (spans[at]?.parent ?? 0) >= spans.length || isOwnAncestor(spans, at);
    return inTreeOrder(
      spans.map((each, at) => ({ ...each, parent: isTop(at) ? -1 : each.parent })),
    );
  });
}

function isOwnAncestor(spans: readonly LooseSpan[], at: number): boolean {
  let above = spans[at]?.parent ?? -1;
  for (let steps = 0; above !== at && steps < spans.length; steps++) {
    above = spans[above]?.parent ?? -1;
  }
  return above === at;
}

function inTreeOrder(spans: readonly LooseSpan[]): TimedTree {
  const order: { readonly span: LooseSpan; readonly parent: number }[] = [];
  const visit = (parent: number, place: number) => {
    const children = [...spans.keys()].filter((at) => spans[at]?.parent === parent);
    for (const at of children.toSorted((a, b) => startOf(a) - startOf(b))) {
      const next = order.push({ span: spans[at] as LooseSpan, parent: place }) - 1;
      visit(at, next);
    }
  };
  const startOf = (at: number) => spans[at]?.start ?? 0;
  visit(-1, -1);
  return {
    parent: Int32Array.from(order, ({ parent }) => parent),
    start: Float64Array.from(order, ({ span }) => span.start),
    duration: Float64Array.from(order, ({ span }) => span.duration),
  };
}
