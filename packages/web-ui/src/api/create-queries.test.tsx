import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { call } from './call.js';

function Answer(): ReactElement {
  const { data } = useQuery({
    queryKey: ['project'],
    queryFn: () => call<{ readonly name: string }>('/project'),
  });
  return <output>{data?.name}</output>;
}

describe('the queries of a page', () => {
  afterEach(() => {
    window.dispatchEvent(new Event('online'));
  });

  it('ask a service on this machine while the browser has no network', async () => {
    new FakeService({ '/project': { body: { name: 'shop' } } });
    await act(() => showAt('/', <p>first</p>)); // mounts the query client, which listens for network changes from then on
    window.dispatchEvent(new Event('offline'));
    await act(() => showAt('/', <Answer />));

    await screen.findByText('shop');
  });
});
