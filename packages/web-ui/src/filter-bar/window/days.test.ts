import { readTime } from '../../parts/values/format-time.js';
import { dayAt, windowOfDays } from './days.js';

describe('windowOfDays', () => {
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
