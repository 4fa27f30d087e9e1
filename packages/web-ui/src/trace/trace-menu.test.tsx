import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { call } from '../api/call.js';
import { anOutline } from '../testing/an-outline.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { DeleteTrace } from './trace-menu.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const path = `/traces/${traceId}`;
const stored = { body: { status: 'stored' } };
const deleted = { [path]: { headers: { 'x-ingest-receipt': 'r-1' } } };

/** A page that continues to read data after the dialog is closed. */
function Page(): ReactElement {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? (
    <DeleteTrace outline={anOutline([], { traceId })} onClose={() => setOpen(false)} />
  ) : (
    <NextPage />
  );
}

function NextPage(): ReactElement {
  const { data } = useQuery({ queryKey: ['next'], queryFn: () => call<string>('/next') });
  return <output>{data}</output>;
}

describe('the dialog that deletes a trace', () => {
  it('leaves the page alone that is open when the delete is stored, also what it reads', async () => {
    const [receipt, next] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const service = new FakeService({
      ...deleted,
      '/receipts/r-1': { ...stored, after: receipt.promise },
      '/next': { body: 'next page', after: next.promise },
    });
    const { user, path: shown } = await showAt(path, <Page />);
    await user.type(screen.getByRole('textbox'), '0af76519{Enter}');
    await waitFor(() => expect(service.sentTo('/receipts/r-1')).toHaveLength(1));
    await user.keyboard('{Escape}');
    await screen.findByRole('status');

    receipt.resolve();
    await user.click(screen.getByRole('status'));
    next.resolve();

    await screen.findByText('next page');
    expect(shown()).toBe(path);
  });
});
