import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { lastExplored } from '../parts/tab-state.js';
import { ValueButton } from '../parts/values/value-button.js';
import { ValueMenu } from '../parts/values/value-menu.js';
import { showAt } from '../testing/show-at.js';
import { useSpanValueActions } from './use-span-value-actions.js';

const tier = {
  name: 'customer.tier',
  fieldRef: { field: 'attributes', key: 'customer.tier' },
  value: 'premium',
  text: 'premium',
};

function Value({ shown }: { readonly shown: typeof tier }): ReactElement {
  return (
    <>
      <ValueMenu actions={useSpanValueActions()} />
      <ValueButton shown={shown} />
    </>
  );
}

async function show(shown: typeof tier = tier) {
  const { user, search } = await showAt('/traces/t?s=a&z=1-2', <Value shown={shown} />);
  const choose = async (action: string) => {
    await user.click(screen.getByRole('button', { name: `Actions for ${shown.name}` }));
    await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
  };
  return { user, search, choose };
}

describe('the menu of a value in the detail of a span', () => {
  beforeEach(() => lastExplored.set(undefined));

  it('adds a column to the standard ones, at all times, where the tab has no explorer', async () => {
    const { search, choose } = await show();

    await choose('Add column');

    const c = 'start,name,type,input,duration,tokens,cost,.customer.tier';
    await waitFor(() => expect(search()).toEqual({ w: 'all', c }));
  });

  it('adds a column to those that the explorer had, with its filter and window', async () => {
    lastExplored.set({ q: 'type:chat', w: '7d', c: 'start:120,.n' });
    const { user, search } = await show();

    screen.getByRole('button', { name: /^Actions/ }).focus();
    await user.keyboard('+');

    await waitFor(() =>
      expect(search()).toEqual({ q: 'type:chat', w: '7d', c: 'start:120,.n,.customer.tier' }),
    );
  });

  it('adds a facet to those that the explorer had', async () => {
    lastExplored.set({ w: '7d', f: '.n' });
    const { search, choose } = await show();

    await choose('Add facet');

    await waitFor(() => expect(search()).toEqual({ w: '7d', f: '.n,.customer.tier' }));
  });

  it('filters for an attribute of an event', async () => {
    const fieldRef = { field: 'events', key: 'attributes.exception.type' };
    const { search, choose } = await show({ ...tier, fieldRef, value: 'Timeout', text: 'Timeout' });

    await choose('Filter for');

    await waitFor(() => expect(search()).toEqual({ w: 'all', q: 'event.exception.type:Timeout' }));
  });

  it('offers neither for a value that no column shows', async () => {
    const { user } = await show({
      ...tier,
      fieldRef: { field: 'parent_id', key: undefined as never },
    });

    await user.click(screen.getByRole('button', { name: /^Actions/ }));

    await screen.findByRole('menuitem', { name: /^Filter for/ });
    expect(screen.queryByRole('menuitem', { name: /^Add/ })).toBeNull();
  });
});
