import fc from 'fast-check';
import { selfTimes } from './self-time.js';
import { anyTree } from './testing/any-tree.js';

describe('selfTimes', () => {
  it('counts the nanoseconds of each span in which none of its children runs', () => {
    fc.assert(
      fc.property(anyTree(), (tree) => {
        const { parent, start, duration } = tree;
        const runs = (at: number, ns: number) =>
          ns >= (start[at] ?? 0) && ns < (start[at] ?? 0) + (duration[at] ?? 0);
        const counted = [...parent.keys()].map((at) => {
          const children = [...parent.keys()].filter((child) => parent[child] === at);
          const times = Array.from({ length: 30 }, (_, ns) => ns);
          return times.filter((ns) => runs(at, ns) && !children.some((child) => runs(child, ns)))
            .length;
        });

        expect([...selfTimes(tree)]).toEqual(counted);
      }),
    );
  });
});
