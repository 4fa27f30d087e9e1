import { screen } from '@testing-library/react';
import { showAt } from '../../testing/show-at.js';
import { JsonView } from './json-view.js';

async function show(text: string) {
  const { user } = await showAt('/', <JsonView value={{ text }} name="JSON" />);
  return {
    button: () => screen.queryByRole('button', { name: /Open as JSON|characters/ }),
    copyOpened: async () => {
      await user.click(screen.getByRole('button', { name: 'Open as JSON' }));
      await user.click(await screen.findByRole('button', { name: /^Copy/ }));
      return navigator.clipboard.readText();
    },
  };
}

describe('the line of a text in a tree of JSON', () => {
  it('opens JSON inside the text as JSON', async () => {
    const { copyOpened } = await show(' {"n":18446744073709551615}');

    expect(await copyOpened()).toBe('{\n  "n": 18446744073709551615\n}');
  });

  it('opens text that only begins like JSON unchanged', async () => {
    const { copyOpened } = await show('[1] see  below');

    expect(await copyOpened()).toBe('[1] see  below');
  });

  it.each(['plain text', '[draft] see below', '{{name}}'])(
    'offers nothing for %j',
    async (text) => {
      const { button } = await show(text);

      expect(button()).toBeNull();
    },
  );
});
