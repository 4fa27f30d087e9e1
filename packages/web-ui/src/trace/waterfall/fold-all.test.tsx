import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import type { RowTree } from '../outline/tree-shape.js';
import { shapeOf } from '../outline/tree-shape.js';
import { FoldAll } from './fold-all.js';
import type { TreeChange } from './tree-keys.js';

/** A root, a group of siblings that is folded by default, and another span. */
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
