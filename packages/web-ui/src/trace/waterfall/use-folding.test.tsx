import { act, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { anOutline } from '../../testing/an-outline.js';
import { showAt } from '../../testing/show-at.js';
import { useSearchParameters } from '../../url/use-search.js';
import { useFolding } from './row-keys.js';

/** Three spans, each nested in the previous one. */
const outline = anOutline([{}, { parent: 0 }, { parent: 1 }]);

/** Shows the folded rows. The button "Go" navigates to another address. */
function Folding(): ReactElement {
  const { folded, setFolded } = useFolding(outline, outline.rows);
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
