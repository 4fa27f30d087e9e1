import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { FakeService } from '../testing/fake-service.js';
import { Leavable } from '../testing/leavable.js';
import { showAt } from '../testing/show-at.js';
import { useNeighbourKeys } from './use-neighbour-keys.js';

const path = '/spans/sessions/query';
const answer = { body: { session_ids: ['s-1', 's-2', 's-3'] } };

function Session({ id }: { readonly id: string }): ReactElement {
  return <output>{useNeighbourKeys('session', id)}</output>;
}

describe('the keys for neighbours of a session', () => {
  it('open nothing once their page is left', async () => {
    const pause = Promise.withResolvers<void>();
    const service = new FakeService({ [path]: { ...answer, after: pause.promise } });
    const { user, path: shownPath } = await showAt(
      '/sessions/s-3?w=all',
      <Leavable>
        <Session id="s-3" />
      </Leavable>,
    );
    await user.keyboard('[[');
    await waitFor(() => expect(service.sentTo(path)).toHaveLength(1));

    await user.click(screen.getByRole('button', { name: 'Leave' }));
    pause.resolve();
    await user.click(screen.getByRole('button', { name: 'Leave' }));

    expect(shownPath()).toBe('/sessions/s-3');
  });
});
