import fc from 'fast-check';
import { criticalPath } from './critical-path.js';
import { anyTree, timedTree } from './testing/any-tree.js';
import type { TimedTree } from './timed-tree.js';

function rootOf({ parent }: TimedTree, span: number): number {
  const above = parent[span] ?? -1;
  return above < 0 ? span : rootOf({ parent } as TimedTree, above);
}

/** Returns the span, start and end of each section. */
function sectionsOf(tree: TimedTree): (readonly [number, number, number])[] {
  const { span, from, to } = criticalPath(tree);
  return [...span].map((position, at) => [position, from[at] ?? NaN, to[at] ?? NaN]);
}

describe('criticalPath', () => {
  it('walks back from the child that finished last to the previous child that finished before it began', () => {
    // Spans 1 and 2 run one after the other. Span 3 runs at the same time, but ends too early to be on the path.
    const tree = timedTree([
      [-1, 0, 10],
      [0, 1, 3],
      [0, 5, 4],
      [0, 5, 3],
    ]);

    expect(sectionsOf(tree)).toEqual([
      [0, 0, 1],
      [1, 1, 4],
      [0, 4, 5],
      [2, 5, 9],
      [0, 9, 10],
    ]);
  });

  it('clips children that begin before or outlive their parent', () => {
    const tree = timedTree([
      [-1, 2, 6],
      [0, 0, 4],
      [0, 5, 7],
    ]);

    expect(sectionsOf(tree)).toEqual([
      [1, 2, 4],
      [0, 4, 5],
      [2, 5, 8],
    ]);
  });

  it('adds up to the duration of each root, in disjoint sections during which their spans ran', () => {
    fc.assert(
      fc.property(anyTree(), (tree) => {
        const sections = sectionsOf(tree);
        for (const [root, above] of tree.parent.entries()) {
          const own = sections.filter(([span]) => rootOf(tree, span) === root);
          const start = tree.start[root] ?? 0;
          const lengths = own.map(([, from, to]) => to - from);
          const sum = lengths.reduce((total, length) => total + length, 0);

          expect(sum).toBe(above < 0 ? tree.duration[root] : 0);
          expect(own.every(([, from], at) => from === (own[at - 1]?.[2] ?? start))).toBe(true);
        }
        const inSpan = ([span, from, to]: (typeof sections)[number]) =>
          from >= (tree.start[span] ?? 0) &&
          to <= (tree.start[span] ?? 0) + (tree.duration[span] ?? 0);
        expect(sections.every(inSpan)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('follows a chain of 100,000 spans', () => {
    const count = 100_000;
    const tree = timedTree(
      Array.from({ length: count }, (_, at) => [at - 1, at, 2 * (count - at)] as const),
    );

    expect(criticalPath(tree).span).toHaveLength(2 * count - 1);
  });
});
