import fc from 'fast-check';
import { callTree } from './call-tree.js';

const node = { type: 'tool', name: 'x', count: 1 };

function graphOf(count: number, calls: readonly (readonly [number, number])[]) {
  const edges = calls.map(([from, to]) => ({
    from,
    to,
    kind: 'call' as const,
    count: 1,
    isBack: to <= from,
  }));
  return { nodes: Array.from({ length: count }, () => node), edges };
}

describe('callTree', () => {
  it('puts each node below the first one that calls it', () => {
    const tree = callTree(
      graphOf(5, [
        [0, 2],
        [2, 3],
        [1, 3],
        [3, 0],
        [1, 4],
      ]),
    );

    expect(tree).toEqual([
      { node: 0, level: 0 },
      { node: 2, level: 1 },
      { node: 3, level: 2 },
      { node: 1, level: 0 },
      { node: 4, level: 1 },
    ]);
  });

  it('contains every node once for any calls', () => {
    const anyCalls = fc.array(fc.tuple(fc.nat(9), fc.nat(9)));
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const nodes = callTree(graphOf(10, calls)).map((step) => step.node);

        expect(nodes.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      }),
    );
  });
});
