import { act, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { showAt } from '../testing/show-at.js';
import { useArrival } from './use-arrival.js';
import { useSearchParameters } from './use-search.js';

/**
 * Synchronizes a word with the parameter `x`. The button "Write" writes two words in immediate succession, and "Go"
 * navigates to another address.
 */
function Word(): ReactElement {
  const [{ x }, change] = useSearchParameters();
  const [arrived, setArrived] = useState<readonly (string | undefined)[]>([]);
  const note = useArrival(x, (text) => setArrived([...arrived, text ?? 'nothing']));
  const write = (text: string | undefined) => note(text) && change({ x: text });
  return (
    <>
      <output>{`${x}: ${arrived.join(' ')}`}</output>
      <button
        type="button"
        onClick={() => {
          write('one');
          write('two');
        }}
      >
        Write
      </button>
      <button type="button" onClick={() => write(undefined)}>
        Remove
      </button>
      <button type="button" onClick={() => change({ x: 'three' }, 'push')}>
        Go
      </button>
      <button type="button" onClick={() => change({ x: undefined })}>
        Leave
      </button>
    </>
  );
}

async function show() {
  const { user } = await act(() => showAt('/?x=first', <Word />));
  return (name: string) => user.click(screen.getByRole('button', { name }));
}

describe('useArrival', () => {
  it('does not report what the page has written, also when the address skips a text', async () => {
    const press = await show();
    await press('Write');
    await screen.findByText('two:');
    await press('Remove');

    await screen.findByText('undefined:');
  });

  it('reports what arrives in the address, and that a text is gone', async () => {
    const press = await show();
    await press('Write');
    await screen.findByText('two:');
    await press('Go');
    await screen.findByText('three: three');
    await press('Leave');

    await screen.findByText('undefined: three nothing');
  });
});
