import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useFilter } from '../filter-bar/use-filter.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { useSearchStages } from './explorer-view.js';
import { useSearchControl } from './use-search-control.js';

const path = '/spans/aggregate/query';
const answer = { body: { accuracy: 'exact', total: { count: 7 }, time: [] } };

/** Renders a search whose rows arrive when a button is clicked. */
function Search() {
  const [run, setRun] = useState(0);
  const [hasRows, setRows] = useState(false);
  const { counts, mayReadFacets } = useSearchStages(useFilter(run), hasRows);
  const { cancel, resume } = useSearchControl();
  return (
    <>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
      <button type="button" onClick={() => setRows(true)}>
        Rows
      </button>
      <button type="button" onClick={resume}>
        Continue
      </button>
      <button type="button" onClick={() => setRun(run + 1)}>
        Search
      </button>
      <output>{`${counts.isCancelled ? 'cancelled' : 'asked'}, facets ${mayReadFacets}`}</output>
    </>
  );
}

describe('useSearchStages', () => {
  it('counts nothing after a Cancel before the rows, until the user continues', async () => {
    const service = new FakeService({ [path]: answer });
    const { user } = await showAt('/spans', <Search />);
    await user.click(screen.getByText('Cancel'));
    await user.click(screen.getByText('Rows'));

    await screen.findByText('cancelled, facets false');
    expect(service.sentTo(path)).toEqual([]);

    await user.click(screen.getByText('Continue'));
    await screen.findByText('asked, facets true');
    expect(service.sentTo(path)).toHaveLength(1);
  });

  it('counts again with the next search', async () => {
    const service = new FakeService({ [path]: answer });
    const { user } = await showAt('/spans', <Search />);
    await user.click(screen.getByText('Cancel'));
    await user.click(screen.getByText('Rows'));

    await user.click(screen.getByText('Search'));

    await waitFor(() => expect(service.sentTo(path)).toHaveLength(1));
  });
});
