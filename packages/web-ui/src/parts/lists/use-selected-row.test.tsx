import { act, screen, waitFor } from '@testing-library/react';
import { type ReactElement, useEffect, useState } from 'react';
import { CursorPages } from '../../api/cursor-pages.js';
import { showAt } from '../../testing/show-at.js';
import { usePagesState } from './row-grid.js';
import { useSelectedRow } from './use-selected-row.js';

function pagesOf(rows: readonly string[]): CursorPages<string> {
  return new CursorPages<string>(() => Promise.resolve({ rows }));
}

/** Shows the selected row. The button "Again" replaces the rows of the list. */
function List({ again }: { readonly again: readonly string[] }): ReactElement {
  const [pages, setPages] = useState(() => pagesOf(['a', 'b', 'c']));
  const [at, select] = useSelectedRow({ pages, keyOf: (row) => row }, usePagesState(pages));
  useEffect(() => pages.need(0, 1), [pages]);
  return (
    <>
      <output>{at === undefined ? 'none' : `${at}: ${pages.row(at)}`}</output>
      <button type="button" onClick={() => select(1)}>
        Second
      </button>
      <button type="button" onClick={() => setPages(pagesOf(again))}>
        Again
      </button>
    </>
  );
}

async function show(again: readonly string[]) {
  const { user } = await act(() => showAt('/', <List again={again} />));
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const isSelected = (text: string) =>
    waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
  return { press, isSelected };
}

describe('the selected row of a list without an address', () => {
  it('is kept when the list is read again with another row above it', async () => {
    const { press, isSelected } = await show(['new', 'a', 'b', 'c']);
    await press('Second');
    await isSelected('1: b');

    await press('Again');

    await isSelected('2: b');
  });

  it('is empty after a new read of the list without it', async () => {
    const { press, isSelected } = await show(['a', 'c']);
    await press('Second');

    await press('Again');

    await isSelected('none');
  });
});
