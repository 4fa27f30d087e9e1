import { act, screen } from '@testing-library/react';
import { type ReactElement, useEffect } from 'react';
import { usePagesState } from '../parts/lists/row-grid.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { useActorReads } from './use-actor-reads.js';

const time = '2026-05-01T10:05:00.000000000Z';
const sums = { first_time: time, last_time: time, tokens: {}, costs: {}, errors: 0 };

/** Renders the turns of a session, the number of its traces, and the error message, if any. */
function Session(): ReactElement {
  const reads = useActorReads({ actor: 'session', id: 's-1', order: 'ascending' });
  const { pages, summary, error } = reads;
  const { known } = usePagesState(pages);
  useEffect(() => pages.need(0, 1), [pages]);
  const turns = Array.from({ length: known }, (_, at) => pages.row(at)?.trace_id);
  const states = error == null ? [] : [error.message];
  return (
    <>
      <button type="button" onClick={() => pages.need(known, known)}>
        More
      </button>
      <output>{[...turns, `${summary?.traces} traces`, ...states].join(', ')}</output>
    </>
  );
}

async function show() {
  const service = new FakeService({
    '/traces/summaries/query': { body: { summaries: [{ trace_id: 'one' }] } },
    '/spans/sessions/query': { body: { sessions: [{ ...sums, session_id: 's-1', traces: 7 }] } },
  });
  const { user } = await act(() => showAt('/sessions/s-1', <Session />));
  await screen.findByText('one, 7 traces');
  return { service, user };
}

describe('the page of a session', () => {
  it('has its turns if the sums are refused', async () => {
    const { service, user } = await show();
    service.answer('/spans/sessions/query', { status: 403, body: { detail: 'Not this key.' } });
    await user.keyboard('r');

    await screen.findByText('one, undefined traces, Not this key.');
  });

  it('keeps each of its turns, however many are read', async () => {
    const { service, user } = await show();
    const page = { summaries: [{ trace_id: 'one' }], windowing: { next: 'token' } };
    service.answer('/traces/summaries/query', { body: page });
    await user.keyboard('r');
    await screen.findByText('one, one, 7 traces');

    for (let count = 3; count <= 25; count++) {
      await user.click(screen.getByRole('button', { name: 'More' }));
      const turns = Array.from({ length: count }, () => 'one');
      await screen.findByText([...turns, '7 traces'].join(', '));
    }
  });
});
