import { JsonIndex } from '../../api/json/json-index.js';
import { JsonTree } from './json-tree.js';
import { moveInTree } from './json-view.js';

/** A tree with three lines: the root, the closed `a`, and `b`. */
const tree = new JsonTree(JsonIndex.readNow('{"a":[1,2],"b":3}'));

describe('moveInTree', () => {
  it.each([
    { key: 'ArrowDown', row: 0, to: 1, toggles: false },
    { key: 'ArrowDown', row: 2, to: 2, toggles: false },
    { key: 'ArrowUp', row: 0, to: 0, toggles: false },
    { key: 'End', row: 0, to: 2, toggles: false },
    { key: 'Home', row: 2, to: 0, toggles: false },
    { key: 'ArrowRight', row: 1, to: 1, toggles: true },
    { key: 'ArrowRight', row: 0, to: 1, toggles: false },
    { key: 'ArrowLeft', row: 2, to: 0, toggles: false },
    { key: 'ArrowLeft', row: 0, to: 0, toggles: true },
    { key: 'Enter', row: 1, to: 1, toggles: true },
    { key: 'Enter', row: 2, to: 2, toggles: false },
  ])('leads from line $row to $to by $key', ({ key, row, to, toggles }) => {
    expect(moveInTree(tree, row, key)).toEqual({ row: to, toggles });
  });

  it('leaves other keys to the page', () => {
    expect(moveInTree(tree, 0, 'f')).toBeUndefined();
  });
});
