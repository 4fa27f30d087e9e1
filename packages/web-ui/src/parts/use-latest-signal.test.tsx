import { renderHook } from '@testing-library/react';
import { useLatestSignal } from './use-latest-signal.js';

function show() {
  const { result, rerender, unmount } = renderHook(({ subject }) => useLatestSignal(subject), {
    initialProps: { subject: 'a' },
  });
  return { begin: () => result.current(), change: () => rerender({ subject: 'b' }), unmount };
}

describe('useLatestSignal', () => {
  it('aborts an action as soon as another one begins', () => {
    const { begin } = show();
    const first = begin();
    const second = begin();

    expect([first.aborted, second.aborted]).toEqual([true, false]);
  });

  it('aborts an action on a subject that is no longer shown, but no later action', () => {
    const { begin, change } = show();
    const before = begin();
    change();

    expect([before.aborted, begin().aborted]).toEqual([true, false]);
  });

  it('aborts an action once the component has gone', () => {
    const { begin, unmount } = show();
    const signal = begin();
    unmount();

    expect(signal.aborted).toBe(true);
  });
});
