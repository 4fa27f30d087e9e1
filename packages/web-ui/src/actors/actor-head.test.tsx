import { screen } from '@testing-library/react';
import { settings } from '../parts/theme/settings.js';
import { showAt } from '../testing/show-at.js';
import { ActorHead } from './actor-head.js';

async function showFrom(first: string, last: string): Promise<string> {
  settings.timeZone.set('utc');
  const sums = { traces: 2, errors: 0, tokens: { total: 0 }, costs: { total: 0 } };
  const summary = { ...sums, id: 's-1', first_time: first, last_time: last };
  await showAt(
    '/',
    <ActorHead actor="session" id="s-1" summary={summary as never}>
      {null}
    </ActorHead>,
  );
  const time = (await screen.findAllByRole('time'))[0];
  return time?.parentElement?.textContent ?? '';
}

describe('ActorHead', () => {
  it('names the day of both times once', async () => {
    expect(await showFrom('2026-05-01T10:05:00Z', '2026-05-01T10:06:07Z')).toBe(
      'Fri 1 May 2026, 10:05:00 – 10:06:07',
    );
  });

  it('names both days if they differ', async () => {
    expect(await showFrom('2026-05-01T10:05:00Z', '2026-05-02T10:06:07Z')).toBe(
      'Fri 1 May 2026, 10:05:00 – Sat 2 May 2026, 10:06:07',
    );
  });
});
