import { act, screen } from '@testing-library/react';
import { StatusLine } from '../../frame/frame.js';
import { showAt } from '../../testing/show-at.js';
import { CopyButton } from '../button.js';
import { copyText } from './copy-text.js';

/** Removes the clipboard API from the page, as browsers do over plain HTTP. */
function hideClipboard(): void {
  Reflect.deleteProperty(navigator, 'clipboard');
}

/** Makes the browser fire copy events. Returns the list of strings that the page has put on the clipboard. */
function allowCopy(): readonly string[] {
  const copied: string[] = [];
  document.execCommand = (command) => {
    const setData = (_type: string, text: string) => copied.push(text);
    const event = Object.assign(new Event(command, { cancelable: true }), {
      clipboardData: { setData },
    });
    return !document.dispatchEvent(event);
  };
  return copied;
}

function show() {
  return showAt(
    '/spans',
    <>
      <CopyButton text="0af7" what="the id" />
      <StatusLine />
    </>,
  );
}

describe('copyText', () => {
  afterEach(() => {
    Reflect.deleteProperty(document, 'execCommand');
    jest.restoreAllMocks();
  });

  it('answers a copy of the browser where pages have no clipboard', async () => {
    const { user } = await show();
    hideClipboard();
    const copied = allowCopy();

    await user.click(screen.getByRole('button', { name: 'Copy the id' }));

    await screen.findByRole('button', { name: 'Copied' });
    expect(copied).toEqual(['0af7']);
  });

  it('says that nothing was copied where the browser allows neither, until a copy succeeds', async () => {
    const { user } = await show();
    hideClipboard();
    document.execCommand = () => false;

    await user.click(screen.getByRole('button', { name: 'Copy the id' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Not copied: the browser allows it only over HTTPS.');
    screen.getByRole('button', { name: 'Not copied' });

    allowCopy();
    expect(await act(() => copyText('b7ad'))).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('gives the reason of a browser that refuses the clipboard', async () => {
    await show();
    const refusal = new DOMException('Write permission denied.', 'NotAllowedError');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(refusal);

    expect(await act(() => copyText('0af7'))).toBe(false);

    screen.getByText('Not copied: Write permission denied.');
  });
});
