import { screen } from '@testing-library/react';
import { apiKey, forgetKey } from '../api/credentials.js';
import { keyForm } from '../api/key-form-state.js';
import { showAt } from '../testing/show-at.js';
import { KeyForm } from './key-form.js';

describe('KeyForm', () => {
  beforeEach(() => {
    forgetKey();
    keyForm.set('Unauthorized');
  });

  it('keeps the key for the tab only', async () => {
    const { user } = await showAt('/spans', <KeyForm refusal="Unauthorized" />);

    await user.type(screen.getByRole('textbox', { name: 'API key' }), ' k-1 {Enter}');

    expect(apiKey.get()).toBe('k-1');
    expect(Object.values({ ...sessionStorage })).toEqual(['k-1']);
    expect(Object.values({ ...localStorage })).toEqual([]);
    expect(keyForm.get()).toBeUndefined();
  });

  it('keeps the key on the device when the user asks for it, and not for the next key', async () => {
    const { user } = await showAt('/spans', <KeyForm refusal="Unauthorized" />);
    const keep = screen.getByRole('checkbox', { name: 'Remember on this device' });

    await user.type(screen.getByRole('textbox', { name: 'API key' }), 'k-1');
    await user.click(keep);
    await user.click(screen.getByRole('button', { name: 'Use key' }));
    expect(Object.values({ ...localStorage })).toEqual(['k-1']);
    await user.click(keep);
    await user.click(screen.getByRole('button', { name: 'Use key' }));

    expect(Object.values({ ...localStorage })).toEqual([]);
  });

  it('does not send an empty key', async () => {
    const { user } = await showAt('/spans', <KeyForm refusal="Unauthorized" />);

    await user.type(screen.getByRole('textbox', { name: 'API key' }), '  {Enter}');

    expect(apiKey.get()).toBeUndefined();
    expect(keyForm.get()).toBe('Unauthorized');
  });

  it('has the focus at once, and reports no refusal while there is no key', async () => {
    await showAt('/spans', <KeyForm refusal="Unauthorized" />);

    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'API key' }));
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});
