import { screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { useNeighbourKeys } from './use-neighbour-keys.js';

const path = '/spans/sessions/query';
const answer = { body: { session_ids: ['s-1', 's-2', 's-3'] } };

function Session({ id }: { readonly id: string }): ReactElement {
  return <output>{useNeighbourKeys('session', id)}</output>;
}

/** Pages with links, so that the user can leave them. */
function Pages(): ReactElement {
  const [isLeft, leave] = useState(false);
  return (
    <>
      <button type="button" onClick={() => leave(true)}>
        Leave
      </button>
      {isLeft ? <p>Another page</p> : <Session id="s-3" />}
    </>
  );
}

describe('the keys for neighbours of a session', () => {
  it('say that a session is the last one of the list', async () => {
    new FakeService({ [path]: answer });
    const { user } = await showAt('/sessions/s-3?w=all', <Session id="s-3" />);

    await user.keyboard(']');

    await screen.findByText('This is the last session of the list.');
  });

  it('open nothing once their page is left', async () => {
    const pause = Promise.withResolvers<void>();
    const service = new FakeService({ [path]: { ...answer, after: pause.promise } });
    const { user, path: shownPath } = await showAt('/sessions/s-3?w=all', <Pages />);
    await user.keyboard('[[');
    await waitFor(() => expect(service.sentTo(path)).toHaveLength(1));

    await user.click(screen.getByRole('button', { name: 'Leave' }));
    pause.resolve();
    await user.click(screen.getByRole('button', { name: 'Leave' }));

    expect(shownPath()).toBe('/sessions/s-3');
  });
});
