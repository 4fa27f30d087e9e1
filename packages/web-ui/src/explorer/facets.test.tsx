import { screen, waitFor } from '@testing-library/react';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { Facets } from './facets.js';

const path = '/spans/aggregate/query';
const late = { status: 504, body: { detail: { code: 'late', message: 'It took too long.' } } };
const none = { values: [], others: { values: 0, count: 0 }, absent: 0 };
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
  it('say why their values are not known, and ask again', async () => {
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
});
