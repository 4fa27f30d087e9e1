import fc from 'fast-check';
import { JsonIndex } from '../../api/json/json-index.js';
import { JsonTree } from './json-tree.js';

function treeOf(value: unknown): JsonTree {
  return new JsonTree(JsonIndex.readNow(JSON.stringify(value)));
}

/** Returns the path and the text of each visible line. */
function linesOf(tree: JsonTree): readonly string[] {
  return Array.from({ length: tree.rows }, (_, row) => {
    const { from, to, isOpen, path } = tree.rowAt(row);
    return `${path.join('.')} ${isOpen ? 'open' : tree.index.text.slice(from, to)}`;
  });
}

describe('JsonTree', () => {
  it('shows the values of open containers only, in their order', () => {
    const tree = treeOf({ a: [1, { b: 2 }], c: 'x' });
    expect(linesOf(tree)).toEqual([' open', 'a [1,{"b":2}]', 'c "x"']);

    tree.toggle(1);
    tree.toggle(3);

    expect(linesOf(tree)).toEqual([' open', 'a open', 'a.0 1', 'a.1 open', 'a.1.b 2', 'c "x"']);
    expect(tree.rowAt(4).parent).toBe(3);
    expect(tree.rowAt(3).parent).toBe(1);
    expect(tree.rowAt(5).parent).toBe(0);
    expect(tree.rowAt(3)).toMatchObject({ level: 3, position: 1, siblings: 2, name: 1 });
    tree.toggle(1);
    expect(linesOf(tree)).toEqual([' open', 'a [1,{"b":2}]', 'c "x"']);
  });

  it('shows every value once all containers are open', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), (value) => {
        const tree = treeOf(value);
        for (let row = 1; row < tree.rows; row++) {
          tree.toggle(row);
        }

        const shown = Array.from({ length: tree.rows }, (_, row) => tree.rowAt(row));
        expect(shown.length).toBe(countValues(JSON.parse(JSON.stringify(value))));
        shown.forEach(({ level, parent }, row) => {
          if (row > 0) {
            expect(tree.rowAt(parent).level).toBe(level - 1);
          }
        });
      }),
    );
  });

  it('closes and opens the whole', () => {
    const tree = treeOf([1, 2]);

    tree.toggle(0);
    expect(tree.rows).toBe(1);
    tree.toggle(0);

    expect(tree.rows).toBe(3);
  });
});

function countValues(value: unknown): number {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return inner.reduce<number>((sum, member) => sum + countValues(member), 1);
}
