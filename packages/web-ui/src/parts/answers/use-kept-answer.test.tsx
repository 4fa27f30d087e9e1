import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { call } from '../../api/call.js';
import { FakeService } from '../../testing/fake-service.js';
import { showAt } from '../../testing/show-at.js';
import { useKeptAnswer } from './use-kept-answer.js';

const path = '/project';

/**
 * Shows the answer to a question. The button "Again" asks the same question for a later window, and "Other" asks
 * another question.
 */
function Answer(): ReactElement {
  const [asked, ask] = useState({ question: 'a', run: 0 });
  const query = useQuery({
    queryKey: [asked],
    queryFn: ({ signal }) => call<{ readonly text: string }>(path, { signal }),
  });
  const { data, error, readAt } = useKeptAnswer(query, asked.question);
  return (
    <>
      <output>{[data?.text, error?.message, readAt && 'kept'].join(' | ')}</output>
      <button type="button" onClick={() => ask({ ...asked, run: asked.run + 1 })}>
        Again
      </button>
      <button type="button" onClick={() => ask({ question: 'b', run: 0 })}>
        Other
      </button>
    </>
  );
}

async function show() {
  const service = new FakeService({ [path]: { body: { text: 'first' } } });
  const answer = globalThis.fetch;
  const { user } = await act(() => showAt('/', <Answer />));
  await screen.findByText('first | |');
  const cut = () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  };
  const mend = () => {
    globalThis.fetch = answer;
  };
  return { service, cut, mend, press: (name: string) => user.click(screen.getByText(name)) };
}

describe('useKeptAnswer', () => {
  it('keeps the last answer to a question while the service does not answer', async () => {
    const { service, cut, mend, press } = await show();
    cut();
    await press('Again');
    await screen.findByText('first | | kept');

    service.answer(path, { body: { text: 'second' } });
    mend();
    await press('Again');
    await screen.findByText('second | |');
  });

  it('keeps nothing for another question', async () => {
    const { cut, press } = await show();
    cut();
    await press('Other');

    await screen.findByText('| The service does not answer. |');
  });

  it('keeps nothing when the service refuses the question', async () => {
    const { service, press } = await show();
    service.answer(path, { status: 403, body: { detail: 'Not with this key.' } });
    await press('Again');

    await screen.findByText('| Not with this key. |');
  });
});
