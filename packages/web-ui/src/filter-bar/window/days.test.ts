import { readTime } from '../../parts/values/format-time.js';
import { writeTimeWindow } from '../../url/time-window.js';
import { dayAt, windowOfDays } from './days.js';

describe('windowOfDays', () => {
  it('contains the first and the last day as a whole', () => {
    const days = [
      { year: 2026, month: 1, day: 31 },
      { year: 2026, month: 2, day: 28 },
    ] as const;

    expect(writeTimeWindow(windowOfDays(days[0], days[1], 'utc'))).toBe(
      '2026-01-31T00:00:00.000000000Z..2026-03-01T00:00:00.000000000Z',
    );
  });

  it('begins on the day that dayAt gives for its beginning, in both zones', () => {
    const day = { year: 2026, month: 3, day: 29 };
    for (const zone of ['utc', 'local'] as const) {
      const window = windowOfDays(day, day, zone);
      expect(window.kind === 'between' && dayAt(window.oldest, zone)).toEqual(day);
    }
    expect(dayAt(readTime('2026-05-01T23:59:59.999999999Z'), 'utc')).toEqual({
      year: 2026,
      month: 5,
      day: 1,
    });
  });
});
