import { screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { FakeService } from '../../testing/fake-service.js';
import { showAt } from '../../testing/show-at.js';
import { StartContent } from './start-content.js';

const accepted = { status: 202, headers: { 'x-ingest-receipt': 'r-1' }, body: { count: 1 } };
const stored = { body: { status: 'stored' } };

/** Routes with a page that the user can leave. */
function Pages(): ReactElement {
  const [isLeft, leave] = useState(false);
  return (
    <>
      <button type="button" onClick={() => leave(true)}>
        Leave
      </button>
      {isLeft ? <p>Another page</p> : <StartContent />}
    </>
  );
}

async function sendSample(receipt: object) {
  const service = new FakeService({
    '/tracing/spans/ingest': accepted,
    '/receipts/r-1': receipt,
  });
  const shown = await showAt('/start', <Pages />);
  await shown.user.click(screen.getByRole('button', { name: 'Send a sample trace' }));
  await waitFor(() => expect(service.sentTo('/receipts/r-1')).toHaveLength(1));
  return shown;
}

describe('the sample trace', () => {
  it('is opened once it is stored', async () => {
    const { path } = await sendSample(stored);

    await waitFor(() => expect(path()).toMatch(/^\/traces\/[0-9a-f]{32}$/));
  });

  it('does not open after the user has left for another page', async () => {
    const pause = Promise.withResolvers<void>();
    const { user, path } = await sendSample({ ...stored, after: pause.promise });

    await user.click(screen.getByRole('button', { name: 'Leave' }));
    pause.resolve();
    await user.click(screen.getByText('Another page'));

    expect(path()).toBe('/start');
  });
});
