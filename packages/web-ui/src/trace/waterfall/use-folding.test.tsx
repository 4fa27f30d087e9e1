import { act, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { showAt } from '../../testing/show-at.js';
import { useSearchParameters } from '../../url/use-search.js';
import type { Outline } from '../outline/outline.js';
import { wholeTree } from '../outline/row-tree.js';
import { useFolding } from './use-folding.js';

/** Tree: ask > plan > draft. */
const outline = {
  count: 3,
  ids: BigUint64Array.of(1n, 2n, 3n),
  parent: Int32Array.of(-1, 0, 1),
  texts: ['ask', 'plan', 'draft'],
  name: Int32Array.of(0, 1, 2),
  duration: Float64Array.of(3, 2, 1),
  orphans: new Map(),
  cycles: new Map(),
} as Partial<Outline> as Outline;
const tree = wholeTree(outline);

/** Prints the folded rows. "Go" navigates to another address. */
function Folding(): ReactElement {
  const { folded, setFolded } = useFolding(outline, tree);
  const [, change] = useSearchParameters();
  return (
    <>
      <output>{[...folded].join(' ') || 'none'}</output>
      <button type="button" onClick={() => setFolded(new Set([1]))}>
        Fold
      </button>
      <button type="button" onClick={() => change({ x: '0000000000000001' })}>
        Go
      </button>
    </>
  );
}

describe('the folded rows of a trace', () => {
  it('are those of the address, also of one that arrives later', async () => {
    const { user, search } = await act(() => showAt('/?x=0000000000000002', <Folding />));
    await screen.findByText('1');

    await user.click(screen.getByRole('button', { name: 'Go' }));

    await screen.findByText('0');
    await user.click(screen.getByRole('button', { name: 'Fold' }));
    await screen.findByText('1');
    expect(search()).toEqual({ x: '0000000000000002' });
  });
});
