import fc from 'fast-check';
import { anOutline } from '../../testing/an-outline.js';
import { visibleRows } from './outline.js';
import { rowKinds, rowTree } from './row-tree.js';

interface Tree {
  readonly parent: readonly number[];
  readonly name?: readonly number[];
  readonly orphans?: readonly (readonly [number, string])[];
}

function outlineOf({ parent, name = [...parent.keys()], orphans = [] }: Tree) {
  const rows = parent.map((above, at) => ({ parent: above, name: `${name[at]}`, duration: at }));
  return anOutline(rows, { orphans: new Map(orphans) });
}

function all(tree: Tree): Uint8Array {
  return new Uint8Array(tree.parent.length).fill(1);
}

/** A root whose children are 22 calls with the same name and one span with another name. The first call has a child. */
const calls: Tree = {
  parent: [-1, 0, 0, 2, ...new Array(21).fill(0)],
  name: [0, 1, 2, 3, ...new Array(21).fill(2)],
};

/** Uses a random number to choose a parent. The first span is chosen most often, so that some runs are long. */
function chooseAbove(parents: readonly number[], choice: number): number {
  const above = [-1];
  for (let up = parents.length - 1; up >= 0; up = parents[up] ?? -1) {
    above.push(up);
  }
  const isFirst = choice % 4 > 0;
  return isFirst ? Math.min(0, parents.length - 1) : (above[choice % above.length] ?? -1);
}

const anyTree = fc
  .array(fc.tuple(fc.nat(), fc.boolean(), fc.nat(1)), { minLength: 1, maxLength: 80 })
  .map((rows) => {
    const parents: number[] = [];
    for (const [choice] of rows) {
      parents.push(chooseAbove(parents, choice));
    }
    const isShown = Uint8Array.from(rows, ([, is]) => (is ? 1 : 0));
    return { parents, names: rows.map(([, , name]) => name), isShown };
  });

describe('rowTree', () => {
  it('puts more than 20 siblings of one name below a row of their own', () => {
    const tree = rowTree(outlineOf(calls), all(calls));

    const row = tree.kind.indexOf(rowKinds.repeats);
    expect([row, tree.span[row], tree.parent[row]]).toEqual([2, 2, 0]);
    expect(tree.repeats.get(row)?.spans).toHaveLength(22);
    expect([tree.shape.end[row], tree.shape.siblings[row]]).toEqual([26, 2]);
    // The child of the first call is still below that call.
    expect(tree.parent[tree.rowOf[3] ?? -1]).toBe(tree.rowOf[2]);
    expect([...visibleRows(tree.shape, new Set([row]))]).toEqual([0, 1, 2]);
  });

  it('counts only siblings that are shown', () => {
    const isShown = all(calls);
    isShown[20] = 0;
    isShown[21] = 0;

    expect(rowTree(outlineOf(calls), isShown).repeats.size).toBe(0);
  });

  it('has a row for each parent that is not stored, above its children that follow each other', () => {
    const orphans: Tree = {
      parent: [-1, -1, 1, -1, -1],
      orphans: [
        [1, 'x'],
        [3, 'x'],
        [4, 'y'],
      ],
    };

    const { kind, span, parent } = rowTree(outlineOf(orphans), all(orphans));

    expect([...kind]).toEqual([0, 2, 0, 0, 0, 2, 0]);
    expect([...span]).toEqual([0, 1, 1, 2, 3, 4, 4]);
    expect([...parent]).toEqual([-1, -1, 1, 2, 1, -1, 5]);
  });

  it('keeps every shown span exactly once, below the nearest shown span above it', () => {
    fc.assert(
      fc.property(anyTree, ({ parents, names, isShown }) => {
        const tree = rowTree(outlineOf({ parent: parents, name: names }), isShown);
        const spans = [...tree.span.keys()].filter((row) => tree.kind[row] === rowKinds.span);
        const shownAbove = (at: number): number => {
          const above = parents[at] ?? -1;
          return above < 0 || isShown[above] === 1 ? above : shownAbove(above);
        };
        const spanAbove = (row: number): number => {
          const above = tree.parent[row] ?? -1;
          return above < 0 || tree.kind[above] === rowKinds.span ? above : spanAbove(above);
        };

        const shown = [...isShown.keys()].filter((at) => isShown[at] === 1);
        expect(spans.map((row) => tree.span[row])).toEqual(shown);
        for (const row of spans) {
          const above = spanAbove(row);
          expect(above < 0 ? -1 : tree.span[above]).toBe(shownAbove(tree.span[row] ?? -1));
        }
      }),
    );
  });
});
