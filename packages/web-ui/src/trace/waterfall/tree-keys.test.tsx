import { shapeOf, visibleRows } from '../outline/outline.js';
import { foldChange, foldWhole, nextSelection, type TreeView } from './tree-keys.js';

// the tree: ask(0) > plan(1) > draft(2), search(3); ask > store(4)
const parent = Int32Array.of(-1, 0, 1, 1, 0);
const shape = shapeOf({ count: 5, parent });

interface Start {
  readonly selected: number;
  readonly folded?: readonly number[];
  readonly shiftKey?: boolean;
}

function viewOf({ selected, folded = [] }: Start): TreeView {
  const set = new Set(folded);
  return { shape, parent, rows: visibleRows(shape, set), selected, folded: set };
}

function press(key: string, start: Start) {
  const next = nextSelection({ key, shiftKey: start.shiftKey ?? false }, viewOf(start));
  return next && { selected: next.selected, folded: [...next.folded] };
}

describe('nextSelection', () => {
  it.each([
    ['ArrowDown', { selected: 1, folded: [] }, { selected: 2, folded: [] }],
    ['ArrowDown', { selected: 1, folded: [1] }, { selected: 4, folded: [1] }],
    ['ArrowDown', { selected: 4, folded: [] }, { selected: 4, folded: [] }],
    ['ArrowUp', { selected: 4, folded: [1] }, { selected: 1, folded: [1] }],
    ['Home', { selected: 3, folded: [] }, { selected: 0, folded: [] }],
    ['End', { selected: 0, folded: [] }, { selected: 4, folded: [] }],
    ['ArrowRight', { selected: 1, folded: [1] }, { selected: 1, folded: [] }],
    ['ArrowRight', { selected: 1, folded: [] }, { selected: 2, folded: [] }],
    ['ArrowRight', { selected: 2, folded: [] }, { selected: 2, folded: [] }],
    ['ArrowLeft', { selected: 1, folded: [] }, { selected: 1, folded: [1] }],
    ['ArrowLeft', { selected: 2, folded: [] }, { selected: 1, folded: [] }],
    ['ArrowLeft', { selected: 0, folded: [0] }, { selected: 0, folded: [0] }],
  ])('%s on %j goes to %j', (key, start, expected) => {
    expect(press(key, start)).toEqual(expected);
  });

  it('folds and unfolds a whole subtree with Shift', () => {
    expect(press('ArrowLeft', { selected: 0, shiftKey: true })).toEqual({
      selected: 0,
      folded: [0, 1],
    });
    expect(press('ArrowRight', { selected: 0, folded: [0, 1], shiftKey: true })).toEqual({
      selected: 0,
      folded: [],
    });
  });

  it('unfolds the siblings of a row, and not what is below them', () => {
    expect(press('*', { selected: 4, folded: [1, 2] })).toEqual({ selected: 4, folded: [2] });
    expect(press('*', { selected: 0, folded: [0, 1] })).toEqual({ selected: 0, folded: [1] });
  });

  it('leaves other keys to the page', () => {
    expect(press('p', { selected: 0 })).toBeUndefined();
  });
});

describe('foldChange', () => {
  const fold = (selected: number, row: number, folded: readonly number[] = []) => {
    const next = foldChange(viewOf({ selected, folded }), row);
    return [next.selected, [...next.folded]];
  };

  it('moves a selection that it hides to the row', () => {
    expect([fold(3, 1), fold(4, 1), fold(1, 1)]).toEqual([
      [1, [1]],
      [4, [1]],
      [1, [1]],
    ]);
  });

  it('unfolds a folded row and keeps the selection', () => {
    expect(fold(4, 1, [0, 1])).toEqual([4, [0]]);
  });
});

describe('foldWhole', () => {
  it('folds every row that has children, and selects the top row of the selection', () => {
    const { selected, folded } = foldWhole({ shape, parent, selected: 3 });

    expect({ selected, folded: [...folded] }).toEqual({ selected: 0, folded: [0, 1] });
  });

  it('keeps the selection of a row at the top', () => {
    const roots = Int32Array.of(-1, 0, -1);
    const shapeOfRoots = shapeOf({ count: 3, parent: roots });

    expect(foldWhole({ shape: shapeOfRoots, parent: roots, selected: 2 }).selected).toBe(2);
  });
});
