import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactElement, useEffect, useState } from 'react';
import { CursorPages } from '../../api/cursor-pages.js';
import { showAt } from '../../testing/show-at.js';
import { openValue } from '../values/value-button.js';
import { type Column, RowGrid, usePagesState } from './row-grid.js';

const names = Array.from({ length: 1000 }, (_, at) => `row ${at}`);

const columns: readonly Column<string>[] = [
  {
    id: 'name',
    heading: 'Name',
    width: '200px',
    cell: (name) => name,
    shown: (name) => ({ name: 'Name', value: name, text: name }),
  },
];

const opened = jest.fn();

function List(): ReactElement {
  const [pages] = useState(() => new CursorPages<string>(() => Promise.resolve({ rows: names })));
  const [selected, select] = useState<number>();
  const state = usePagesState(pages);
  useEffect(() => pages.need(0, 1), [pages]);
  return (
    <RowGrid
      name="Names"
      columns={columns}
      pages={pages}
      state={state}
      keyOf={(name) => name}
      selected={selected}
      onSelect={select}
      onOpen={opened}
    />
  );
}

async function show() {
  await act(() => showAt('/', <List />));
  await screen.findByText('row 3');
  return { rowOf: (name: string) => screen.getByText(name).closest('[role=row]') as HTMLElement };
}

function scrollTo(top: number): void {
  const grid = screen.getByRole('grid', { name: 'Names' });
  grid.scrollTop = top;
  fireEvent.scroll(grid);
}

describe('RowGrid', () => {
  beforeEach(() => opened.mockClear());
  afterEach(() => act(() => openValue.set(undefined)));

  it('keeps the focus on its row while all other rows are replaced', async () => {
    const { rowOf } = await show();
    act(() => rowOf('row 3').focus());

    for (const top of [10_000, 20_000, 500, 0]) {
      scrollTo(top);

      expect(document.activeElement?.textContent).toContain('row 3');
      expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('5');
    }
  });

  it('does not take the focus back when the user scrolls to the selected row', async () => {
    const { rowOf } = await show();
    act(() => rowOf('row 3').focus());
    scrollTo(20_000);
    act(() => (document.activeElement as HTMLElement).blur());

    scrollTo(0);

    expect(rowOf('row 3').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(document.body);
  });

  it('is entered by Tab at a row that is in view', async () => {
    const { rowOf } = await show();
    expect(rowOf('row 0').tabIndex).toBe(0);

    scrollTo(28 * 500);

    expect(rowOf('row 500').tabIndex).toBe(0);
  });

  it('selects the row of a menu that is opened without the focus', async () => {
    const { rowOf } = await show();
    fireEvent.pointerEnter(rowOf('row 4'));
    fireEvent.pointerOver(rowOf('row 4'));

    fireEvent.click(screen.getByRole('button', { name: 'Actions for Name' }));

    expect(rowOf('row 4').getAttribute('aria-selected')).toBe('true');
    expect(openValue.get()?.shown.text).toBe('row 4');
    expect(opened).not.toHaveBeenCalled();
  });
});
