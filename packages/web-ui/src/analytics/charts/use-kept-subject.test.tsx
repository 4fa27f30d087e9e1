import { act, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { FakeService } from '../../testing/fake-service.js';
import { showAt } from '../../testing/show-at.js';
import { snapWindow } from './snap-window.js';
import { useKeptSubject } from './use-kept-subject.js';

const hours = ['10', '11'].map((hour) => ({
  filtering: undefined,
  range: snapWindow({ oldest: `2026-05-01T${hour}:00:00Z`, newest: `2026-05-01T${hour}:30:00Z` }),
}));

/**
 * Renders the start hour of the shown window. The button "Later" asks the same question for the next window, and
 * "Other" asks a different question for that window.
 */
function Shown(): ReactElement {
  const [{ at, question }, ask] = useState({ at: 0, question: 'a' });
  const { subject, readAt } = useKeptSubject(hours[at] as (typeof hours)[number], question);
  return (
    <>
      <output>{`${subject.range.bounds.oldest.slice(11, 13)} ${readAt === undefined ? '' : 'kept'}`}</output>
      <button type="button" onClick={() => ask({ at: 1, question: 'a' })}>
        Later
      </button>
      <button type="button" onClick={() => ask({ at: 1, question: 'b' })}>
        Other
      </button>
    </>
  );
}

describe('useKeptSubject', () => {
  it.each([
    { press: 'Later', shown: '10 kept', what: 'keeps the window of the last answer' },
    { press: 'Other', shown: '11', what: 'does not keep the window of another question' },
  ])('$what while the service does not answer', async ({ press, shown }) => {
    const service = new FakeService({ '/spans/aggregate/query': { body: { total: {} } } });
    const { user } = await act(() => showAt('/analytics', <Shown />));
    await screen.findByText('10');
    await act(() => Promise.resolve());
    expect(service.sent).toHaveLength(1);
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await user.click(screen.getByRole('button', { name: press }));

    await screen.findByText(shown);
  });
});
