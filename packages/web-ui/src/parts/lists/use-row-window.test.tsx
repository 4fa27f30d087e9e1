import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, useRef } from 'react';
import { useRowWindow } from './use-row-window.js';

/** Renders a list in a window of 900 px, which shows 45 rows at a time. */
function List(): ReactElement {
  const room = useRef<HTMLDivElement>(null);
  const { first, end } = useRowWindow({ count: 1000, height: 20 }, { room, overscan: 8 });
  return (
    <div ref={room} role="list">
      {first} to {end}
    </div>
  );
}

function scrollTo(px: number): void {
  const list = screen.getByRole('list');
  list.scrollTop = px;
  fireEvent.scroll(list);
}

function rendered(): string | null {
  return screen.getByRole('list').textContent;
}

describe('useRowWindow', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('begins with the rows of a whole window, without a layout of the page', () => {
    const measured = jest.spyOn(Element.prototype, 'clientHeight', 'get');
    render(<List />);

    expect(rendered()).toBe('0 to 55');
    expect(measured).not.toHaveBeenCalled();
  });

  it('has rows above and below those in view', () => {
    render(<List />);
    scrollTo(400);

    expect(rendered()).toBe('12 to 75');
  });

  it('renders only the visible rows after a jump, and the overscan once the list has stopped', () => {
    render(<List />);
    scrollTo(2000);
    const atOnce = rendered();
    act(() => jest.advanceTimersByTime(90));
    scrollTo(4000);
    act(() => jest.advanceTimersByTime(90));
    const meanwhile = rendered();
    act(() => jest.advanceTimersByTime(10));

    expect([atOnce, meanwhile, rendered()]).toEqual(['100 to 147', '200 to 247', '192 to 255']);
  });
});
