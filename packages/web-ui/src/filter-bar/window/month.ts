import type { Day } from './days.js';

const DAYS_OF_WEEK = 7;
const MS_PER_DAY = 86_400_000;

/** Returns the day that is so many days later. */
export function addDays({ year, month, day }: Day, days: number): Day {
  return fromDate(new Date(Date.UTC(year, month - 1, day + days)));
}

/** Returns the day that is so many months later; the last one of a month that is shorter. */
export function addMonths({ year, month, day }: Day, months: number): Day {
  const last = fromDate(new Date(Date.UTC(year, month + months, 0)));
  return { ...last, day: Math.min(day, last.day) };
}

/** Returns the weeks of the month of a day, from Monday on; undefined for days of other months. */
export function weeksOf({ year, month }: Day): readonly (readonly (Day | undefined)[])[] {
  const first = { year, month, day: 1 };
  const { day: length } = addMonths({ ...first, day: 31 }, 0);
  const before = (new Date(toMs(first)).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  const weeks = Math.ceil((before + length) / DAYS_OF_WEEK);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_OF_WEEK }, (_day, at) => {
      const day = week * DAYS_OF_WEEK + at - before + 1;
      return day >= 1 && day <= length ? { year, month, day } : undefined;
    }),
  );
}

/** Returns the number of days from one to another; below 0 if the other is earlier. */
export function daysBetween(first: Day, last: Day): number {
  return (toMs(last) - toMs(first)) / MS_PER_DAY;
}

/** Returns two days, the earlier one first. */
export function inOrder(one: Day, other: Day): readonly [first: Day, last: Day] {
  return daysBetween(one, other) >= 0 ? [one, other] : [other, one];
}

const steps: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -DAYS_OF_WEEK),
  ArrowDown: (day) => addDays(day, DAYS_OF_WEEK),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
  Home: (day) => ({ ...day, day: 1 }),
  End: (day) => addMonths({ ...day, day: 31 }, 0),
};

/** Returns the day to which a key leads; undefined for other keys. */
export function dayAfterKey(day: Day, key: string): Day | undefined {
  return steps[key]?.(day);
}

const formats = {
  day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** Names a day, `Monday, 4 May 2026`, or its month. */
export function nameOfDay(day: Day, what: 'day' | 'month'): string {
  return formats[what].format(toMs(day)).replace(/^(\w+day) /, '$1, ');
}

function toMs({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day);
}

function fromDate(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
