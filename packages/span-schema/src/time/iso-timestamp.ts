import { daysInMonth, daysSinceEpoch } from './calendar.js';

const ZERO = 48;
const NS_PER_SECOND = 1_000_000_000n;

/**
 * Matches any valid rest of a date-time after `YYYY-MM-DD`. The most common form, `THH:MM:SS[.fff]Z`, is parsed without
 * this pattern.
 */
const timeOfDay =
  /^[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)?$/;

/**
 * Parses an ISO 8601 date or date-time to nanoseconds since the Unix epoch. A time without a zone is in UTC. Returns
 * `undefined` for any other string. Does not check the range.
 */
export function parseIsoTimestamp(text: string): bigint | undefined {
  const days = parseDate(text);
  if (days === undefined) {
    return undefined;
  }
  if (text.length === 10) {
    return toNanoseconds(days * 86_400, 0);
  }
  const seconds = parseUtcClock(text);
  if (seconds === undefined) {
    return parseTimeOfDay(days, text.slice(10));
  }
  const nanoseconds = text.length > 20 ? parseFraction(text, 20, text.length - 1) : 0;
  return nanoseconds === undefined
    ? undefined
    : toNanoseconds(days * 86_400 + seconds, nanoseconds);
}

/** Combines seconds and nanoseconds. Adds whole microseconds as doubles first, because bigint arithmetic is slow. */
function toNanoseconds(seconds: number, nanoseconds: number): bigint {
  const belowMicrosecond = nanoseconds % 1000;
  const microseconds = seconds * 1e6 + (nanoseconds - belowMicrosecond) / 1000;
  if (belowMicrosecond === 0 && Number.isSafeInteger(microseconds)) {
    return BigInt(microseconds) * 1000n;
  }
  return BigInt(seconds) * NS_PER_SECOND + BigInt(nanoseconds);
}

/** Parses the leading `YYYY-MM-DD` to the number of days since the Unix epoch. */
function parseDate(text: string): number | undefined {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) {
    return undefined;
  }
  const century = twoDigits(text, 0);
  const yearOfCentury = twoDigits(text, 2);
  if (century < 0 || yearOfCentury < 0) {
    return undefined;
  }
  const year = century * 100 + yearOfCentury;
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    return undefined;
  }
  return daysSinceEpoch(year, month, day);
}

/** Parses `THH:MM:SS…Z` to seconds; returns `undefined` for any other notation. */
function parseUtcClock(text: string): number | undefined {
  if (text.charCodeAt(10) !== 84 || text.charCodeAt(text.length - 1) !== 90) {
    return undefined;
  }
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) {
    return undefined;
  }
  if (text.length !== 20 && (text.charCodeAt(19) !== 46 || text.length < 22)) {
    return undefined;
  }
  return secondsOfDay(twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17));
}

function secondsOfDay(hours: number, minutes: number, seconds: number): number | undefined {
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
    return undefined;
  }
  return hours * 3600 + minutes * 60 + seconds;
}

/** Returns the nanoseconds of the fraction digits in `[from, to)`. Digits after the ninth are ignored. */
function parseFraction(text: string, from: number, to: number): number | undefined {
  let nanoseconds = 0;
  let weight = 100_000_000;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) {
      return undefined;
    }
    nanoseconds += digit * weight;
    weight = Math.floor(weight / 10);
  }
  return nanoseconds;
}

function parseTimeOfDay(days: number, text: string): bigint | undefined {
  const match = timeOfDay.exec(text);
  if (match === null) {
    return undefined;
  }
  const [
    ,
    hours,
    minutes,
    seconds = '0',
    fraction = '',
    sign,
    offsetHours = '0',
    offsetMinutes = '0',
  ] = match;
  const clock = secondsOfDay(Number(hours), Number(minutes), Number(seconds));
  const offset = secondsOfDay(Number(offsetHours), Number(offsetMinutes), 0);
  const nanoseconds = parseFraction(fraction, 0, fraction.length);
  if (clock === undefined || offset === undefined || nanoseconds === undefined) {
    return undefined;
  }
  const utc = days * 86_400 + clock - (sign === '-' ? -offset : offset);
  return toNanoseconds(utc, nanoseconds);
}

/** Reads two digits; returns -1 if one of them is not a digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
