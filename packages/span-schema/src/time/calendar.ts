/**
 * The proleptic Gregorian calendar, calculated with years that start in March. The algorithms are from Howard Hinnant's
 * "chrono-compatible low-level date algorithms".
 */

const DAYS_PER_ERA = 146_097;
const EPOCH_FROM_MARCH_0000 = 719_468;
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the number of days in a month (1 to 12); 0 for any other number. */
export function daysInMonth(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeapYear ? 29 : (monthLengths[month - 1] ?? 0);
}

/** Returns the number of days from 1970-01-01 to a date. */
export function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const monthFromMarch = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * DAYS_PER_ERA + yearOfEra * 365 + leapDays + dayOfYear - EPOCH_FROM_MARCH_0000;
}

/** Formats days since 1970-01-01 as `YYYY-MM-DD`, for the years 0000 to 9999. */
export function formatDate(days: number): string {
  const shifted = days + EPOCH_FROM_MARCH_0000;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const leapDaysBefore = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  const dayOfYear = dayOfEra - (365 * yearOfEra + leapDaysBefore);
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(10_000 + year).slice(1)}-${String(100 + month).slice(1)}-${String(100 + day).slice(1)}`;
}
