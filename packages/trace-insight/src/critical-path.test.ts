import fc from 'fast-check';
import { criticalPath } from './critical-path.js';
import { anyLinkedTree, anyTree } from './testing/any-tree.js';
import type { TimedTree } from './timed-tree.js';

function rootOf({ parent }: TimedTree, span: number): number {
  const above = parent[span] ?? -1;
  return above < 0 ? span : rootOf({ parent } as TimedTree, above);
}

/** Creates a trace from rows of parent, start and end. */
function treeOf(rows: readonly (readonly [number, number, number])[]): TimedTree {
  return {
    parent: Int32Array.from(rows, ([parent]) => parent),
    start: Float64Array.from(rows, ([, start]) => start),
    duration: Float64Array.from(rows, ([, start, end]) => end - start),
  };
}

/** Returns span, start and end of each section. */
function sectionsOf(tree: TimedTree): (readonly [number, number, number])[] {
  const { span, from, to } = criticalPath(tree);
  return [...span].map((position, at) => [position, from[at] ?? NaN, to[at] ?? NaN]);
}

describe('criticalPath', () => {
  it('goes back from the child that finished last to the one that finished before it began', () => {
    // 1 and 2 run one after the other; 3 runs in parallel and ends too early to matter.
    const tree = treeOf([
      [-1, 0, 10],
      [0, 1, 4],
      [0, 5, 9],
      [0, 5, 8],
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
    const tree = treeOf([
      [-1, 2, 8],
      [0, 0, 4],
      [0, 5, 12],
    ]);

    expect(sectionsOf(tree)).toEqual([
      [1, 2, 4],
      [0, 4, 5],
      [2, 5, 8],
    ]);
  });

  it('adds up to the duration of each root, in sections of its own spans that do not overlap', () => {
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
      }),
      { numRuns: 500 },
    );
  });

  it('adds up to the durations of the roots of 10,000 traces with cycles and missing parents', () => {
    fc.assert(
      fc.property(anyLinkedTree(), (tree) => {
        const sums = new Float64Array(tree.parent.length);
        for (const [span, from, to] of sectionsOf(tree)) {
          const root = rootOf(tree, span);
          sums[root] = (sums[root] ?? 0) + (to - from);
        }

        expect([...sums]).toEqual(
          [...tree.parent].map((above, at) => (above < 0 ? tree.duration[at] : 0)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('takes every span at a time at which it ran', () => {
    fc.assert(
      fc.property(anyTree(), (tree) => {
        for (const [span, from, to] of sectionsOf(tree)) {
          expect(from).toBeGreaterThanOrEqual(tree.start[span] ?? 0);
          expect(to).toBeLessThanOrEqual((tree.start[span] ?? 0) + (tree.duration[span] ?? 0));
        }
      }),
    );
  });

  it('follows a chain of 100,000 spans', () => {
    const count = 100_000;
    const tree = treeOf(
      Array.from({ length: count }, (_, at) => [at - 1, at, 2 * count - at] as const),
    );

    expect(criticalPath(tree).span).toHaveLength(2 * count - 1);
  });
});
