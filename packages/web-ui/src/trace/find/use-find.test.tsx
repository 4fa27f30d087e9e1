import { act, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { anOutline } from '../../testing/an-outline.js';
import { FakeService } from '../../testing/fake-service.js';
import { showAt } from '../../testing/show-at.js';
import { spanIdAt } from '../outline/outline.js';
import { FindBox } from './find-box.js';
import { useFind } from './use-find.js';

const PAGE = 1000;
const outline = anOutline(Array.from({ length: PAGE }, () => ({})));
/** A page of matches that is not the last page. */
const page = {
  spans: [...outline.ids.keys()].map((at) => ({ span_id: spanIdAt(outline, at) })),
  windowing: { next: 'more' },
};

function Box(): ReactElement {
  return <FindBox found={useFind(outline, '.n:1')} selected={0} onReveal={() => undefined} />;
}

describe('a search in the contents of a trace', () => {
  it('shows the matches so far while the search continues', async () => {
    const service = new FakeService({ '/spans/query': { body: page } });
    const answer = globalThis.fetch;
    globalThis.fetch = (...request) =>
      service.sent.length === 0 ? answer(...request) : new Promise(() => undefined);
    await act(() => showAt('/traces/t?q=.n:1', <Box />));

    await screen.findByText('1,000 matches so far');
  });

  it('says that it ends after so many matches', async () => {
    const service = new FakeService({ '/spans/query': { body: page } });
    await act(() => showAt('/traces/t?q=.n:1', <Box />));

    await screen.findByText('the first 1,000 matches');
    expect(service.sentTo('/spans/query')).toHaveLength(20);
  });
});
