import fc from 'fast-check';
import type { TimedTree } from '../timed-tree.js';

/** A span before its place in the tree is known. */
interface LooseSpan {
  readonly parent: number;
  readonly start: number;
  readonly duration: number;
}

/**
 * Generates trees with several roots, whose children may begin before their parents, outlive them, overlap and
 * take no time. Few different times, so that they often coincide.
 */
export function anyTree(maxTime = 12): fc.Arbitrary<TimedTree> {
  const span = fc.record({
    parent: fc.nat(20),
    start: fc.nat(maxTime),
    duration: fc.nat(maxTime),
  });
  return fc.array(span, { minLength: 1, maxLength: 20 }).map((spans) => {
    // A span hangs below one before it, or at the top level.
    const loose = spans.map((each, at) => ({ ...each, parent: (each.parent % (at + 1)) - 1 }));
    return inTreeOrder(loose);
  });
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
