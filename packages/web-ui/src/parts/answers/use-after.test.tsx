import { act, renderHook } from '@testing-library/react';
import { useAfter } from './use-after.js';

const WAIT_MS = 250;
const search = {};

describe('useAfter', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const show = () =>
    renderHook(({ of, hasEnded }) => useAfter(of, hasEnded, WAIT_MS), {
      initialProps: { of: search, hasEnded: false },
    });

  it('starts a read once the previous one has ended', () => {
    const { result, rerender } = show();
    expect(result.current).toBe(false);

    rerender({ of: search, hasEnded: true });

    expect(result.current).toBe(true);
  });

  it('starts a read after a delay, even if the previous one takes longer', () => {
    const { result } = show();

    act(() => jest.advanceTimersByTime(WAIT_MS - 1));
    expect(result.current).toBe(false);
    act(() => jest.advanceTimersByTime(1));

    expect(result.current).toBe(true);
  });

  it('waits again in the next search', () => {
    const { result, rerender } = show();
    act(() => jest.advanceTimersByTime(WAIT_MS));

    rerender({ of: {}, hasEnded: false });

    expect(result.current).toBe(false);
  });
});
