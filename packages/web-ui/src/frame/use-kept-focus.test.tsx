import { act, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { showAt } from '../testing/show-at.js';
import { Page } from './page.js';
import { useKeptFocus } from './use-kept-focus.js';

let open: (page: 'list' | 'trace') => void = () => undefined;
let showRow: (isShown: boolean) => void = () => undefined;

/** A list page whose row links to a trace page. */
function Pages(): ReactElement {
  const [page, setPage] = useState('list');
  const [hasRow, setHasRow] = useState(true);
  useKeptFocus();
  open = setPage;
  showRow = setHasRow;
  return page === 'list' ? (
    <Page key="list" title="List">
      {hasRow && <button type="button">row</button>}
    </Page>
  ) : (
    <Page key="trace" title="Trace">
      a trace
    </Page>
  );
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}

describe('useKeptFocus', () => {
  beforeEach(async () => {
    await showAt('/spans', <Pages />);
    screen.getByRole('button', { name: 'row' }).focus();
  });

  it('gives the focus to the next page before a frame is drawn without it', async () => {
    await act(async () => open('trace'));

    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('gives the focus to the content two frames after the row that had it is gone', async () => {
    await act(async () => showRow(false));
    const afterwards = document.activeElement;
    await nextFrame();
    await nextFrame();

    expect(afterwards).toBe(document.body);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});
