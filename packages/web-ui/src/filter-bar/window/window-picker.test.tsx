import { screen, waitFor, within } from '@testing-library/react';
import { showAt } from '../../testing/show-at.js';
import { WindowPicker } from './window-picker.js';

function dialog() {
  return within(screen.getByRole('dialog', { name: 'Window' }));
}

describe('WindowPicker', () => {
  it('opens on "w", and puts a preset into the address', async () => {
    const { user, search } = await showAt('/spans?q=a', <WindowPicker />);

    await user.keyboard('w');
    await user.click(await dialog().findByRole('button', { name: 'Last 7 d' }));

    await screen.findByRole('button', { name: 'Window: Last 7 d' });
    expect(search()).toEqual({ q: 'a', w: '7d' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('takes two times to the nanosecond', async () => {
    const { user, search } = await showAt('/spans', <WindowPicker />);
    const times = ['2026-05-01T10:05:00.000000001Z', '2026-05-01T10:05:00.000000003Z'] as const;

    await user.click(screen.getByRole('button', { name: /^Window/ }));
    for (const [at, label] of (['From', 'To, exclusive'] as const).entries()) {
      const field = await dialog().findByRole('textbox', { name: label });
      await user.clear(field);
      await user.type(field, times[at] ?? '');
    }
    await user.keyboard('{Enter}');

    await waitFor(() => expect(search()).toEqual({ w: times.join('..') }));
  });

  it('reports invalid times and stays open', async () => {
    const { user, search } = await showAt('/spans', <WindowPicker />);

    await user.click(screen.getByRole('button', { name: /^Window/ }));
    await user.clear(await dialog().findByRole('textbox', { name: 'From' }));
    await user.click(dialog().getByRole('button', { name: 'Use these times' }));

    dialog().getByText(/^Write a date such as/);
    expect(search()).toEqual({});
  });

  it('takes a first and a last day in any order, by mouse or keyboard', async () => {
    const may = 'w=2026-05-01T00:00:00Z..2026-05-02T00:00:00Z';
    const { user, search } = await showAt(`/spans?${may}`, <WindowPicker />);

    await user.click(screen.getByRole('button', { name: /^Window/ }));
    await user.click(await dialog().findByRole('button', { name: 'Calendar' }));
    const days = within(await dialog().findByRole('grid', { name: /May 2026$/ }));
    expect(days.getAllByRole('columnheader', { hidden: true })[0]?.textContent).toBe('Mon');
    await user.click(days.getByRole('button', { name: /\b6 May 2026/ }));
    dialog().getByText('Choose the last day.');
    await user.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');

    await waitFor(() =>
      expect(search()).toEqual({
        w: '2026-05-04T00:00:00.000000000Z..2026-05-07T00:00:00.000000000Z',
      }),
    );
  });
});
