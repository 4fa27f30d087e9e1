import { act, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { showAt } from '../../testing/show-at.js';
import { ValueButton } from './value-button.js';
import { ValueMenu } from './value-menu.js';

const actions = { filterFor: () => undefined, filterOut: () => undefined };

/** Renders two pages, each with a value menu. */
function Pages(): ReactElement {
  const [page, setPage] = useState(0);
  leave = () => setPage(page + 1);
  return (
    <main key={page}>
      <ValueMenu actions={actions} />
      <ValueButton shown={{ name: `Value of page ${page}`, value: 1, text: '1' }} />
    </main>
  );
}

let leave: () => void;

describe('ValueMenu', () => {
  it('closes with its page, so that the next page does not show it', async () => {
    const { user } = await showAt('/', <Pages />);
    await user.click(screen.getByRole('button', { name: 'Actions for Value of page 0' }));
    await screen.findByRole('menu', { name: 'Actions for Value of page 0' });

    act(() => leave());

    await screen.findByRole('button', { name: 'Actions for Value of page 1' });
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
