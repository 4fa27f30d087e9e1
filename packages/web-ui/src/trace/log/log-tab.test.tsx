import { screen, waitFor } from '@testing-library/react';
import { anOutline } from '../../testing/an-outline.js';
import { FakeService } from '../../testing/fake-service.js';
import { showAt } from '../../testing/show-at.js';
import { LogTab } from './log-tab.js';

const outline = anOutline([], { stored: 1000 });
const path = '/spans/query';

describe('LogTab', () => {
  it('reads all spans before it says that nothing was recorded', async () => {
    const service = new FakeService({
      [path]: { body: { count: 0, spans: [], windowing: { next: 'more' } } },
    });
    await showAt(
      `/traces/${outline.traceId}?tab=log`,
      <LogTab outline={outline} selected={-1} onSelect={() => undefined} />,
    );

    await waitFor(() => expect(service.sentTo(path).length).toBeGreaterThan(1));
    expect(screen.queryByText('Nothing was recorded.')).toBeNull();
    service.answer(path, { body: { count: 0, spans: [] } });

    await screen.findByText('Nothing was recorded.');
    expect(service.sentTo(path)[1]?.body).toMatchObject({ windowing: { next: 'more' } });
  });
});
