import fc from 'fast-check';
import { shapeOf, visibleRows } from './outline.js';

/** Generates random trees in tree order. The parent of a span is the preceding span or one of that span's ancestors. */
const anyTree = fc.array(fc.nat(), { maxLength: 60 }).map((choices) => {
  const parents: number[] = [];
  for (const [at, choice] of choices.entries()) {
    const candidates = [-1];
    for (let above = at - 1; above >= 0; above = parents[above] ?? -1) {
      candidates.push(above);
    }
    parents.push(candidates[choice % candidates.length] ?? -1);
  }
  return { count: parents.length, parent: Int32Array.from(parents) };
});

function ancestorsOf(parent: Int32Array, at: number): number[] {
  const above = parent[at] ?? -1;
  return above < 0 ? [] : [above, ...ancestorsOf(parent, above)];
}

describe('shapeOf', () => {
  it('gives each span its level, its descendants and its position among its siblings', () => {
    fc.assert(
      fc.property(anyTree, ({ count, parent }) => {
        const { level, end, position, siblings } = shapeOf({ count, parent });
        for (let at = 0; at < count; at++) {
          const all = [...parent.keys()];
          const descendants = all.filter((other) => ancestorsOf(parent, other).includes(at));
          const same = all.filter((other) => parent[other] === parent[at]);

          expect(level[at]).toBe(ancestorsOf(parent, at).length);
          expect(end[at]).toBe(at + 1 + descendants.length);
          expect(position[at]).toBe(same.indexOf(at) + 1);
          expect(siblings[at]).toBe(same.length);
        }
      }),
    );
  });
});

describe('visibleRows', () => {
  it('hides exactly the descendants of folded spans', () => {
    fc.assert(
      fc.property(anyTree, fc.uniqueArray(fc.nat({ max: 60 })), ({ count, parent }, foldedRows) => {
        const folded = new Set(foldedRows);
        const expected = [...parent.keys()].filter(
          (at) => !ancestorsOf(parent, at).some((above) => folded.has(above)),
        );

        expect([...visibleRows(shapeOf({ count, parent }), folded)]).toEqual(expected);
      }),
    );
  });
});
