import fc from 'fast-check';
import { type Alignment, alignTraces, type NamedTree } from './align-traces.js';
import { anyNamedTree } from './testing/any-tree.js';

/** Creates a trace whose spans are given as [parent, name]. */
function treeOf(rows: readonly (readonly [number, string])[]): NamedTree {
  const texts = [...new Set(rows.map(([, name]) => name))];
  const none = new Int32Array(rows.length).fill(-1);
  return {
    parent: Int32Array.from(rows, ([parent]) => parent),
    name: Int32Array.from(rows, ([, name]) => texts.indexOf(name)),
    type: none,
    service: none,
    texts,
  };
}

/** Returns, for each row, its two spans and the two spans of its parent row. */
function pairsOf({ a, b, parent }: Alignment) {
  return [...a.keys()].map((at) => ({
    pair: [a[at], b[at]],
    above: [a[parent[at] ?? -1] ?? -1, b[parent[at] ?? -1] ?? -1],
  }));
}

/**
 * Returns two positions for each span of one trace: its own, and that of the same trace's span in the parent row.
 * Without a parent row, the second position is -1.
 */
function rowsOfSide(side: Int32Array, parent: Int32Array) {
  return [...side.entries()]
    .filter(([, span]) => span >= 0)
    .map(([row, span]) => [span, side[parent[row] ?? -1] ?? -1]);
}

function labelOf({ type, name, service, texts }: NamedTree, at: number) {
  return [type, name, service].map((column) => texts[column[at] ?? -1]);
}

describe('alignTraces', () => {
  it('shows spans of one trace next to spans of both', () => {
    const a = treeOf([
      [-1, 'ask'],
      [0, 'search'],
      [0, 'draft'],
    ]);
    const b = treeOf([
      [-1, 'ask'],
      [0, 'search'],
      [0, 'rerank'],
      [2, 'score'],
      [0, 'draft'],
    ]);

    const { a: inA, b: inB, parent } = alignTraces(a, b);

    expect([...inA]).toEqual([0, 1, -1, -1, 2]);
    expect([...inB]).toEqual([0, 1, 2, 3, 4]);
    expect([...parent]).toEqual([-1, 0, 0, 2, 0]);
  });

  it('matches the iterations of a loop by their position', () => {
    const loop = (turns: number) =>
      treeOf([[-1, 'ask'], ...Array.from({ length: turns }, () => [0, 'turn'] as const)]);

    const { a, b } = alignTraces(loop(2), loop(3));

    expect([...a]).toEqual([0, 1, 2, -1]);
    expect([...b]).toEqual([0, 1, 2, 3]);
  });

  it('matches every span of a trace with itself', () => {
    fc.assert(
      fc.property(anyNamedTree(), (tree) => {
        const { a, b, parent } = alignTraces(tree, tree);

        expect([...a]).toEqual([...tree.parent.keys()]);
        expect([...b]).toEqual([...a]);
        expect([...parent]).toEqual([...tree.parent]);
      }),
    );
  });

  it('puts every span into one row below its parent, and matches spans with equal type, name and service', () => {
    fc.assert(
      fc.property(anyNamedTree(), anyNamedTree(), (one, other) => {
        const { a, b, parent } = alignTraces(one, other);
        const matched = [...a.keys()].filter((row) => (a[row] ?? -1) >= 0 && (b[row] ?? -1) >= 0);

        expect(rowsOfSide(a, parent)).toEqual([...one.parent.entries()]);
        expect(rowsOfSide(b, parent)).toEqual([...other.parent.entries()]);
        expect(matched.map((row) => labelOf(other, b[row] ?? -1))).toEqual(
          matched.map((row) => labelOf(one, a[row] ?? -1)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('returns the mirror image when the traces are swapped', () => {
    fc.assert(
      fc.property(anyNamedTree(), anyNamedTree(), (one, other) => {
        const swapped = pairsOf(alignTraces(other, one)).map(({ pair, above }) => ({
          pair: pair.toReversed(),
          above: above.toReversed(),
        }));
        const rows = pairsOf(alignTraces(one, other));

        expect(new Set(swapped.map((row) => JSON.stringify(row)))).toEqual(
          new Set(rows.map((row) => JSON.stringify(row))),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('follows a chain of 500,000 spans', () => {
    const chain = treeOf(Array.from({ length: 500_000 }, (_, at) => [at - 1, 'step'] as const));

    expect(alignTraces(chain, chain).a).toHaveLength(500_000);
  });

  it('finds the common order of 10,000 siblings', () => {
    const siblings = (step: number) =>
      treeOf(Array.from({ length: 10_000 }, (_, at) => [-1, `${(at * step) % 97}`] as const));

    const { a, b } = alignTraces(siblings(1), siblings(2));

    const matched = [...a.keys()].filter((at) => (a[at] ?? -1) >= 0 && (b[at] ?? -1) >= 0);
    expect(matched.length).toBeGreaterThan(5000);
  });
});
