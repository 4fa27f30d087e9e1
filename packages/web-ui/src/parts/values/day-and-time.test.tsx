import { render, screen } from '@testing-library/react';
import { settings } from '../theme/settings.js';
import { DayAndTime } from './day-and-time.js';

const time = '2026-05-01T22:30:01.000000001Z';

describe('DayAndTime', () => {
  afterEach(() => settings.timeZone.set('local'));

  it('shows the day and the time of the chosen zone, and the whole time in its title', () => {
    const { rerender } = render(<DayAndTime time={time} />);
    const local = new Date('2026-05-01T22:30:01Z');
    const two = (number: number) => String(number).padStart(2, '0');
    const clock = [local.getHours(), local.getMinutes(), local.getSeconds()].map(two).join(':');

    expect(screen.getByTitle(time).textContent).toBe(`${local.getDate()} May 2026 ${clock}`);
    settings.timeZone.set('utc');
    rerender(<DayAndTime time={time} />);

    expect(screen.getByTitle(time).textContent).toBe('1 May 2026 22:30:01');
  });
});
