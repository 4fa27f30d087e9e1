import fc from 'fast-check';
import type { NamedTree } from '../align-traces.js';
import type { TimedTree } from '../timed-tree.js';

/**
 * Generates trees with several roots. Children may begin before their parents, outlive them, overlap, or take no time.
 * Times come from a small range, so that they often coincide.
 */
export function anyTree(maxTime = 12): fc.Arbitrary<TimedTree> {
  const span = fc.record({
    parent: fc.nat(20),
    start: fc.nat(maxTime),
    duration: fc.nat(maxTime),
  });
  return fc.array(span, { minLength: 1, maxLength: 20 }).map((spans) => {
    const order: [parent: number, start: number, duration: number][] = [];
    const visit = (above: number, parent: number) => {
      // Each span either has an earlier span as its parent or has no parent.
      const children = spans.flatMap((span, at) =>
        (span.parent % (at + 1)) - 1 === above ? [{ ...span, at }] : [],
      );
      for (const { at, start, duration } of children.toSorted((a, b) => a.start - b.start)) {
        visit(at, order.push([parent, start, duration]) - 1);
      }
    };
    visit(-1, -1);
    return timedTree(order);
  });
}

/** Creates a tree whose spans are given as [parent, start, duration]. */
export function timedTree(
  rows: readonly (readonly [parent: number, start: number, duration: number])[],
): TimedTree {
  return {
    parent: Int32Array.from(rows, ([parent]) => parent),
    start: Float64Array.from(rows, ([, start]) => start),
    duration: Float64Array.from(rows, ([, , duration]) => duration),
  };
}

const words = ['', 'ask', 'draft', 'search', 'chat', 'tool'];

/** Generates trees whose spans have few distinct types, names and services. The order of `texts` varies. */
export function anyNamedTree(): fc.Arbitrary<NamedTree> {
  const texts = fc.shuffledSubarray(words, { minLength: words.length });
  return fc
    .tuple(anyTree(), texts, fc.infiniteStream(fc.integer({ min: -1, max: 2 })))
    .map(([{ parent }, inOrder, choices]) => {
      const column = () =>
        parent.map(() => inOrder.indexOf(words[choices.next().value] ?? 'absent'));
      return { parent, type: column(), name: column(), service: column(), texts: inOrder };
    });
}
