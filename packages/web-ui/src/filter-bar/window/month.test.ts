import fc from 'fast-check';
import {
  addDays,
  addMonths,
  dayAfterKey,
  daysBetween,
  inOrder,
  nameOfDay,
  weeksOf,
} from './month.js';

const may = { year: 2026, month: 5, day: 4 };

describe('weeksOf', () => {
  it('begins weeks with Monday, and has no day of another month', () => {
    const weeks = weeksOf(may);

    expect(weeks.map((week) => week.map((day) => day?.day ?? 0))).toEqual([
      [0, 0, 0, 0, 1, 2, 3],
      [4, 5, 6, 7, 8, 9, 10],
      [11, 12, 13, 14, 15, 16, 17],
      [18, 19, 20, 21, 22, 23, 24],
      [25, 26, 27, 28, 29, 30, 31],
    ]);
  });

  it('has every day of its month once, in order', () => {
    const month = fc.record({
      year: fc.integer({ min: 1970, max: 2200 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.constant(1),
    });
    fc.assert(
      fc.property(month, (first) => {
        const days = weeksOf(first)
          .flat()
          .flatMap((day) => day ?? []);
        const next = addMonths(first, 1);

        expect(days.map(({ day }) => day)).toEqual(days.map((_, at) => at + 1));
        expect(addDays(days.at(-1) ?? first, 1)).toEqual(next);
      }),
    );
  });
});

describe('addMonths', () => {
  it('stays in shorter months, also in those of another year', () => {
    const last = { year: 2026, month: 1, day: 31 };

    expect(addMonths(last, 1)).toEqual({ year: 2026, month: 2, day: 28 });
    expect(addMonths(last, -2)).toEqual({ year: 2025, month: 11, day: 30 });
  });
});

describe('dayAfterKey', () => {
  it('moves by days, weeks and months, and to the ends of a month', () => {
    const keys = ['ArrowLeft', 'ArrowDown', 'PageUp', 'Home', 'End', 'Tab'];

    expect(keys.map((key) => dayAfterKey(may, key)?.day)).toEqual([3, 11, 4, 1, 31, undefined]);
    expect(dayAfterKey(may, 'PageUp')?.month).toBe(4);
  });
});

describe('inOrder', () => {
  it('puts the earlier day first', () => {
    const later = addDays(may, 40);

    expect(inOrder(later, may)).toEqual([may, later]);
    expect(daysBetween(may, later)).toBe(40);
  });
});

describe('nameOfDay', () => {
  it('names days and months in full', () => {
    expect(nameOfDay(may, 'day')).toBe('Monday, 4 May 2026');
    expect(nameOfDay(may, 'month')).toBe('May 2026');
  });
});
