import { act, screen, waitFor } from '@testing-library/react';
import { type ReactElement, useEffect, useState } from 'react';
import { CursorPages } from '../../api/cursor-pages.js';
import { usePagesState } from '../../parts/lists/row-grid.js';
import { useSelectedRow } from '../../parts/lists/use-selected-row.js';
import { type Shown, showAt } from '../../testing/show-at.js';
import { useRowSelection } from './use-row-selection.js';

const PAGE = 3;
const rows = Array.from({ length: 40 }, (_, at) => `row-${at}`);

function itself(row: string): string {
  return row;
}

/** Returns a list that is read in pages of three rows. */
function pagesOf(all: readonly string[]): CursorPages<string> {
  return new CursorPages<string>((next) => {
    const from = Number(next ?? 0);
    const to = from + PAGE;
    const page = all.slice(from, to);
    return Promise.resolve({ rows: page, ...(to < all.length && { next: String(to) }) });
  });
}

/** Shows the selected row. The button "Again" replaces the rows of the list. */
function List({ again }: { readonly again: readonly string[] }): ReactElement {
  const selection = useRowSelection();
  const [pages, setPages] = useState(() => pagesOf(rows));
  const [at, select] = useSelectedRow({ pages, keyOf: itself, selection }, usePagesState(pages));
  useEffect(() => pages.need(0, 1), [pages]);
  return (
    <>
      <output>{at === undefined ? 'none' : `${at}: ${pages.row(at)}`}</output>
      {selection.isMissing && <p>missing</p>}
      <button type="button" onClick={() => select((now = -1) => now + 1)}>
        Next
      </button>
      <button type="button" onClick={() => select(undefined)}>
        Clear
      </button>
      <button type="button" onClick={() => selection.settle()}>
        Settle
      </button>
      <button type="button" onClick={() => setPages(pagesOf(again))}>
        Again
      </button>
    </>
  );
}

async function show(address: string, again: readonly string[] = []) {
  let shown: Shown | undefined;
  await act(async () => {
    shown = await showAt(address, <List again={again} />);
  });
  const press = (name: string) => shown?.user.click(screen.getByRole('button', { name }));
  const isSelected = (text: string) =>
    waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
  const isInAddress = (search: object) => waitFor(() => expect(shown?.search()).toEqual(search));
  return { press, isSelected, isInAddress };
}

describe('the selected row of a list', () => {
  it('is written into the address, and out of it', async () => {
    const { press, isSelected, isInAddress } = await show('/spans?w=7d');

    await press('Next');
    await press('Next');
    await isSelected('1: row-1');
    await isInAddress({ w: '7d', s: 'row-1' });
    await press('Clear');

    await isSelected('none');
    await isInAddress({ w: '7d' });
  });

  it('is in the URL as soon as it is settled', async () => {
    const { press, isInAddress } = await show('/spans');

    await press('Next');
    await press('Settle');

    await isInAddress({ s: 'row-0' });
  });

  it('is found from the URL, even on a later page', async () => {
    const { isSelected } = await show('/spans?s=row-20');

    await isSelected('20: row-20');
  });

  it('is kept when the list is read again with another row above it', async () => {
    const { press, isSelected, isInAddress } = await show('/spans?s=row-1', ['new', ...rows]);
    await isSelected('1: row-1');

    await press('Again');

    await isSelected('2: row-1');
    await isInAddress({ s: 'row-1' });
  });

  it('leaves the URL if the list, read again, does not begin with it', async () => {
    const { press, isSelected, isInAddress } = await show('/spans?s=row-1', ['other']);
    await isSelected('1: row-1');

    await press('Again');

    await isInAddress({});
    await isSelected('none');
  });

  it('is reported, and stays in the address, if no row has its key', async () => {
    const { isInAddress } = await show('/spans?s=elsewhere');

    await screen.findByText('missing');
    await isInAddress({ s: 'elsewhere' });
  });
});
