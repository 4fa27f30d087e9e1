import { screen } from '@testing-library/react';
import { anActiveFilter } from '../testing/an-active-filter.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { NoActor } from './no-actor.js';

const session = {
  session_id: 's-1',
  traces: 1,
  first_time: '2026-04-01T00:00:00Z',
  last_time: '2026-04-01T00:00:00Z',
  tokens: {},
  costs: {},
  errors: 0,
};

async function showWith(sessions: readonly object[]): Promise<void> {
  new FakeService({ '/spans/sessions/query': { body: { sessions } } });
  await showAt(
    '/sessions',
    <NoActor actor="session" active={anActiveFilter()} hint="How to name one." />,
  );
}

describe('NoActor', () => {
  it('links to the start page if no session is stored', async () => {
    await showWith([]);

    const link = await screen.findByRole('link', { name: 'How to send spans' });
    expect(link.getAttribute('href')).toBe('/start');
  });

  it('links to the newest session if the window has no session', async () => {
    await showWith([session]);

    await screen.findByRole('button', { name: 'Show it' });
    expect(screen.queryByRole('link')).toBeNull();
  });
});
