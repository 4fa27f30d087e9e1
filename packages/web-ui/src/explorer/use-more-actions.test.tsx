import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useFilter } from '../filter-bar/use-filter.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { useSearchParameters } from '../url/use-search.js';
import type { ExplorerViewProps } from './explorer-view-props.js';
import { useMoreActions } from './use-more-actions.js';

const path = '/spans/aggregate/query';

function Actions(): ReactElement {
  const active = useFilter(0);
  const [, change] = useSearchParameters();
  const props = { active, listed: 'spans', columns: { reset: () => undefined } };
  const { actions, said } = useMoreActions(props as unknown as ExplorerViewProps<never>);
  const slowest = actions.find(({ meaning }) => meaning.startsWith('Slowest'));
  return (
    <>
      <button type="button" onClick={slowest?.act}>
        Slowest
      </button>
      <button type="button" onClick={() => change({ q: 'status:error' })}>
        Failed
      </button>
      <output>{said}</output>
    </>
  );
}

const answer = { body: { total: { duration: { p99: 1500 } } } };

describe('the action for the slowest spans', () => {
  it('adds the limit of duration to the filter', async () => {
    new FakeService({ [path]: answer });
    const { user, search } = await showAt('/spans?q=status:error', <Actions />);

    await user.click(screen.getByRole('button', { name: 'Slowest' }));

    await waitFor(() => expect(search()['q']).toBe('status:error duration>=1500'));
  });

  it('leaves a filter alone that was chosen while the limit was read', async () => {
    const pause = Promise.withResolvers<void>();
    const service = new FakeService({ [path]: { ...answer, after: pause.promise } });
    const { user, search } = await showAt('/spans?q=type:llm', <Actions />);
    await user.click(screen.getByRole('button', { name: 'Slowest' }));
    await waitFor(() => expect(service.sentTo(path)).toHaveLength(1));

    await user.click(screen.getByRole('button', { name: 'Failed' }));
    await waitFor(() => expect(search()['q']).toBe('status:error'));
    pause.resolve();
    await user.click(screen.getByRole('status'));

    expect(search()['q']).toBe('status:error');
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
