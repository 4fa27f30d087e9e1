import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { type RowTree, shapeOf } from '../outline/outline.js';
import type { TreeChange } from './tree-keys.js';
import { FoldAll, failurePosition, nextFailure } from './waterfall.js';

/**
 * Parent of each of six rows. The root has a group of two siblings, folded by default, and another child with one
 * child.
 */
const parent = Int32Array.of(-1, 0, 1, 1, 0, 4);
const tree = {
  count: 6,
  parent,
  shape: shapeOf({ count: 6, parent }),
  repeats: new Map([[1, { spans: Int32Array.of(2, 3), sum: 0, p50: 0, p95: 0 }]]),
} as Partial<RowTree> as RowTree;

function Folded(): ReactElement {
  const [{ selected, folded }, change] = useState<TreeChange>({
    selected: 5,
    folded: new Set([1]),
  });
  return (
    <>
      <FoldAll tree={tree} selected={selected} folded={folded} onChange={change} />
      <output>{`${selected}: ${[...folded].join()}`}</output>
    </>
  );
}

describe('FoldAll', () => {
  it('folds all rows, and unfolds them to what the tree is at first', async () => {
    const user = userEvent.setup();
    render(<Folded />);

    await user.click(screen.getByRole('button', { name: 'Fold all' }));
    expect(screen.getByRole('status').textContent).toBe('0: 0,1,4');
    await user.click(screen.getByRole('button', { name: 'Unfold all' }));

    expect(screen.getByRole('status').textContent).toBe('0: 1');
    expect(screen.getByRole('button', { name: 'Fold all' })).toBeTruthy();
  });
});

describe('nextFailure', () => {
  it('goes to the next failed span, and from the last one to the first', () => {
    const outline = { status: Uint8Array.of(0, 2, 1, 2) };

    expect([0, 1, 3].map((after) => nextFailure(outline, after))).toEqual([1, 3, 1]);
  });

  it('finds nothing where nothing failed', () => {
    expect(nextFailure({ status: Uint8Array.of(0, 1) }, 0)).toBeUndefined();
  });
});

describe('failurePosition', () => {
  const status = Uint8Array.from([0, 2, 1, 2]);

  it('names the position of the selected span among the failed ones', () => {
    expect([1, 3, 0].map((selected) => failurePosition({ status }, selected))).toEqual([
      'Error 1 of 2',
      'Error 2 of 2',
      'Next of 2 errors',
    ]);
  });
});
