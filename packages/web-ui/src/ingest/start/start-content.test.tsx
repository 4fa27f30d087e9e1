import { screen, waitFor } from '@testing-library/react';
import { FakeService } from '../../testing/fake-service.js';
import { Leavable } from '../../testing/leavable.js';
import { showAt } from '../../testing/show-at.js';
import { StartContent } from './start-content.js';

const accepted = { status: 202, headers: { 'x-ingest-receipt': 'r-1' }, body: { count: 1 } };

describe('the sample trace', () => {
  it('does not open after the user has left for another page', async () => {
    const pause = Promise.withResolvers<void>();
    const service = new FakeService({
      '/tracing/spans/ingest': accepted,
      '/receipts/r-1': { body: { status: 'stored' }, after: pause.promise },
    });
    const { user, path } = await showAt(
      '/start',
      <Leavable>
        <StartContent />
      </Leavable>,
    );
    await user.click(screen.getByRole('button', { name: 'Send a sample trace' }));
    await waitFor(() => expect(service.sentTo('/receipts/r-1')).toHaveLength(1));

    await user.click(screen.getByRole('button', { name: 'Leave' }));
    pause.resolve();
    await user.click(screen.getByText('Another page'));

    expect(path()).toBe('/start');
  });
});
