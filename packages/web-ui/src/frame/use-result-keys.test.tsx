import { act } from '@testing-library/react';
import type { ReactElement } from 'react';
import { openedList } from '../parts/lists/opened-list.js';
import { showAt } from '../testing/show-at.js';
import { useResultKeys } from './use-result-keys.js';

function Page({ path }: { readonly path: string }): ReactElement {
  useResultKeys(path);
  return <p>{path}</p>;
}

const rows = ['one-span', 'two-span', 'three-span'];

/**
 * Shows a page as if the user had opened it from the second row of a list. Returns the positions of the rows that later
 * key presses open.
 */
async function showAfterSecondRow(path: string, search = '') {
  const opened: number[] = [];
  openedList.set({
    at: 1,
    opened: [1],
    keyAt: (at) => rows[at],
    open: (at) => rows[at] !== undefined && opened.push(at) > 0,
    size: () => ({ known: rows.length, isComplete: true }),
  });
  const { user } = await act(() => showAt(`${path}${search}`, <Page path={path} />));
  return { opened, user };
}

describe('the keys of results', () => {
  afterEach(() => act(() => openedList.set(undefined)));

  it.each([
    ['/traces/two', ''],
    ['/queries/two', ''],
    ['/dead-letters', '?s=two'],
  ])('open the neighbours on %s%s, which the list has opened', async (path, search) => {
    const { opened, user } = await showAfterSecondRow(path, search);

    await user.keyboard(']');
    expect(opened).toEqual([2]);
  });

  it('open one after the other before the page of the first one is there', async () => {
    const { opened, user } = await showAfterSecondRow('/traces/two');

    await user.keyboard('][[[[');
    expect(opened).toEqual([2, 1, 0]);
  });

  it.each(['/traces/other', '/traces', '/analytics', '/sessions/two'])(
    'do nothing on %s, which the list has not opened',
    async (path) => {
      const { opened, user } = await showAfterSecondRow(path);

      await user.keyboard(']');
      expect(opened).toEqual([]);
    },
  );
});
