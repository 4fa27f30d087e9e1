import { screen } from '@testing-library/react';
import { anActiveFilter } from '../../testing/an-active-filter.js';
import { FakeService } from '../../testing/fake-service.js';
import { showAt } from '../../testing/show-at.js';
import { HeatView } from './heat-view.js';

const path = '/spans/aggregate/query';

/** Returns an answer with the given number of spans, all without a duration. */
function withoutDuration(count: number) {
  const value = { min: null, max: null, outside: count };
  return { accuracy: 'exact', interval_ms: 900_000, value, total: { count }, rows: [] };
}

/** Renders the heat map for an answer whose spans have no duration. */
async function showCountOf(count: number): Promise<void> {
  new FakeService({
    [path]: { body: withoutDuration(count) },
    '/spans/query': { body: { count: 1, spans: [{ start_time: '2026-04-01T00:00:00Z' }] } },
  });
  await showAt('/spans', <HeatView active={anActiveFilter()} />);
}

describe('HeatView', () => {
  it('offers windows with a start if the address asks for all time', async () => {
    new FakeService({});
    const allTime = anActiveFilter({ window: { kind: 'all' }, bounds: {}, range: undefined });
    const { user, search } = await showAt('/spans?w=all&v=heat', <HeatView active={allTime} />);

    await user.click(await screen.findByRole('button', { name: 'Last 7 d' }));

    expect(search()).toEqual({ w: '7d', v: 'heat' });
  });

  it('says that no span has a duration if spans match', async () => {
    await showCountOf(1);

    await screen.findByText('No span that matches has a duration.');
  });

  it('offers the newest match if nothing matches in the window', async () => {
    await showCountOf(0);

    await screen.findByText('No span matches.');
    await screen.findByRole('button', { name: 'Show it' });
  });

  it('cancels and resumes a search', async () => {
    const service = new FakeService({ [path]: { after: new Promise(() => undefined) } });
    let nowMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
      nowMs += 2000;
      return nowMs;
    });
    const { user } = await showAt('/spans', <HeatView active={anActiveFilter()} />);

    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    service.answer(path, { body: withoutDuration(1) });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));

    await screen.findByText('No span that matches has a duration.');
    clock.mockRestore();
  });
});
