import { screen, waitFor } from '@testing-library/react';
import { showAt } from '../../testing/show-at.js';
import { FormDialog } from './open-dialog.js';

async function show(onSubmit: (form: FormData) => Promise<void>) {
  const onClose = jest.fn();
  const form = (
    <FormDialog title="New key" action="Create" onClose={onClose} onSubmit={onSubmit}>
      <label>
        Name
        <input name="name" defaultValue="ci" />
      </label>
    </FormDialog>
  );
  return { ...(await showAt('/admin/keys', form)), onClose };
}

function action(): HTMLButtonElement {
  return screen.getByRole('button', { name: 'Create' });
}

describe('FormDialog', () => {
  it('submits the typed values', async () => {
    const onSubmit = jest.fn((_form: FormData) => Promise.resolve());
    const { user } = await show(onSubmit);

    await user.type(screen.getByRole('textbox', { name: 'Name' }), '-2{Enter}');

    expect(onSubmit.mock.calls.map(([form]) => Object.fromEntries(form))).toEqual([
      { name: 'ci-2' },
    ]);
  });

  it('gives the focus to its first field', async () => {
    await show(() => Promise.resolve());

    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  });

  it('is sent once while the answer is not here', async () => {
    const sending = Promise.withResolvers<void>();
    const onSubmit = jest.fn(() => sending.promise);
    const { user } = await show(onSubmit);

    await user.click(action());
    expect(action().disabled).toBe(true);
    await user.click(action());
    sending.resolve();

    await waitFor(() => expect(action().disabled).toBe(false));
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('shows why it was refused, and stays open', async () => {
    const { user, onClose } = await show(() => Promise.reject(new Error('The name is taken.')));

    await user.click(action());

    await screen.findByText('The name is taken.');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('closes on Escape', async () => {
    const { user, onClose } = await show(() => Promise.resolve());

    await user.keyboard('{Escape}');

    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
