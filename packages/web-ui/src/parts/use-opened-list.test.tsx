import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { showAt } from '../testing/show-at.js';
import { openedList } from './opened-list.js';
import { useOpenedList } from './use-opened-list.js';

function TracePage({ id }: { readonly id: string }): ReactElement {
  const list = useOpenedList(id);
  return <output>{list === undefined ? 'from nowhere' : `row ${list.at}`}</output>;
}

const rows = ['one-span', 'two-span', 'three-span'];

/** Shows the page of a trace after a person has opened the second row of a list. Returns the rows that keys open. */
async function showAfterSecondRow(id: string) {
  const opened: number[] = [];
  openedList.set({
    at: 1,
    keyAt: (at) => rows[at],
    open: (at) => opened.push(at) > 0,
    size: () => ({ known: rows.length, isComplete: true }),
  });
  const { user } = await act(() => showAt('/', <TracePage id={id} />));
  return { opened, user, shown: () => document.querySelector('output')?.textContent };
}

describe('useOpenedList', () => {
  afterEach(() => act(() => openedList.set(undefined)));

  it('opens the neighbours of the row that led to the page', async () => {
    const { opened, user, shown } = await showAfterSecondRow('two');
    expect(shown()).toBe('row 1');

    await user.keyboard(']');
    expect(opened).toEqual([2]);
  });

  it('does nothing on a page that the list did not open', async () => {
    const { opened, user, shown } = await showAfterSecondRow('other');
    expect(shown()).toBe('from nowhere');

    await user.keyboard('[[]');
    expect(opened).toEqual([]);
  });
});
