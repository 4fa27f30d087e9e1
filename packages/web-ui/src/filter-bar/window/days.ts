import type { TimeZone } from '../../parts/values/format-time.js';
import type { TimeWindow } from '../../url/time-window.js';

/** A calendar day. */
export interface Day {
  readonly year: number;
  /** Month from 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const NS_PER_MS = 1_000_000n;

/** Returns the window from the beginning of one day to the end of another day, in a time zone. */
export function windowOfDays(first: Day, last: Day, zone: TimeZone): TimeWindow {
  const newest = startOf({ ...last, day: last.day + 1 }, zone);
  return { kind: 'between', oldest: startOf(first, zone), newest };
}

/** Returns the calendar day of a time in a time zone. */
export function dayAt(ns: bigint, zone: TimeZone): Day {
  const date = new Date(Number(ns / NS_PER_MS));
  return zone === 'utc'
    ? { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    : { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

function startOf({ year, month, day }: Day, zone: TimeZone): bigint {
  const ms =
    zone === 'utc' ? Date.UTC(year, month - 1, day) : new Date(year, month - 1, day).getTime();
  return BigInt(ms) * NS_PER_MS;
}
