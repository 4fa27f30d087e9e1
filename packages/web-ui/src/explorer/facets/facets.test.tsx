import { screen, waitFor, within } from '@testing-library/react';
import { FakeService } from '../../testing/fake-service.js';
import { showAt } from '../../testing/show-at.js';
import { Facets } from './facets.js';

const path = '/spans/aggregate/query';
const late = { status: 504, body: { detail: { code: 'late', message: 'It took too long.' } } };
const none = { values: [], others: { values: 0, count: 0 }, absent: 0 };
const standard = [
  ...['status_code', 'span_type', 'service_name'].map((field) => ({ ...none, field })),
  { ...none, field: 'attributes', key: 'ag.meta.response.model' },
  { ...none, field: 'span_name' },
  ...['ag.user.id', 'ag.session.id', 'ag.agent.id'].map((key) => ({
    ...none,
    field: 'attributes',
    key,
  })),
];
const answer = {
  body: {
    accuracy: 'exact',
    total: { count: 7 },
    facets: [{ ...none, field: 'status_code', values: [{ value: 'STATUS_CODE_OK', count: 7 }] }],
  },
};

function facets(mayBegin: boolean) {
  const bounds = { oldest: '2026-05-01T00:00:00Z', newest: '2026-05-02T00:00:00Z' };
  return <Facets filtering={undefined} bounds={bounds} runAt="now" mayBegin={mayBegin} />;
}

describe('Facets', () => {
  it('show why their values are unknown, and retry', async () => {
    const service = new FakeService({ [path]: late });
    const { user } = await showAt('/spans', facets(true));
    expect((await screen.findByRole('alert')).textContent).toContain('It took too long.');

    service.answer(path, answer);
    await user.click(screen.getByRole('button', { name: 'Retry' }));

    await screen.findByRole('group', { name: 'Status' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('ask for nothing before they may', async () => {
    const service = new FakeService({ [path]: answer, '/project': { status: 404 } });
    const { user } = await showAt('/spans', facets(false));
    await user.tab();
    expect(service.sentTo(path)).toEqual([]);

    await showAt('/spans', facets(true));

    await waitFor(() => expect(service.sentTo(path)).toHaveLength(1));
  });

  it('show no value below the name of another attribute after one of them is removed', async () => {
    const attribute = (key: string, value: string) => ({
      ...none,
      field: 'attributes',
      key,
      values: [{ value, count: 7 }],
    });
    const all = [...standard, attribute('city', 'Oslo'), attribute('tier', 'gold')];
    const service = new FakeService({ [path]: { body: { ...answer.body, facets: all } } });
    const { user } = await showAt('/spans?f=.city,.tier', facets(true));
    await screen.findByRole('group', { name: /tier/ });

    const pause = Promise.withResolvers<void>();
    service.answer(path, { ...answer, after: pause.promise });
    await user.click(screen.getByRole('button', { name: 'Remove the facet city' }));

    await waitFor(() => expect(screen.queryByRole('group', { name: /city/ })).toBeNull());
    const tier = screen.getByRole('group', { name: /tier/ });
    expect(within(tier).getByRole('checkbox', { name: /gold/ })).toBeTruthy();
    pause.resolve();
    await waitFor(() => expect(screen.queryByRole('group', { name: /tier/ })).toBeNull());
  });
});
