/** Time zone for displayed times: that of the device, or UTC. */
export type TimeZone = 'local' | 'utc';

const NS_PER_MS = 1_000_000n;
const NS_PER_S = 1_000_000_000n;
const form = /^(-?\d+-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;

/** Returns the current time in ns since 1970. */
export function nowNs(): bigint {
  return BigInt(Date.now()) * NS_PER_MS;
}

/** Parses an API timestamp and returns ns since 1970. Throws a RangeError if the timestamp is invalid. */
export function readTime(text: string): bigint {
  const [, seconds, fraction = ''] = form.exec(text) ?? [];
  const ms = Date.parse(`${seconds}Z`);
  if (Number.isNaN(ms)) {
    throw new RangeError(`'${text}' is no time.`);
  }
  return BigInt(ms) * NS_PER_MS + BigInt(fraction.padEnd(9, '0'));
}

/** Formats a time as an API timestamp with nine decimals: `2026-05-01T10:05:00.000000001Z`. */
export function writeTime(ns: bigint): string {
  const { date, fraction } = split(ns);
  return `${date.toISOString().slice(0, -5)}.${fraction}Z`;
}

/** Returns the time of day in a time zone, such as `10:41:06`, and the fraction of a second, such as `.565`. */
export function clockOf(ns: bigint, zone: TimeZone) {
  const { date, fraction } = split(ns);
  const parts =
    zone === 'utc'
      ? [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
      : [date.getHours(), date.getMinutes(), date.getSeconds()];
  return { seconds: parts.map(two).join(':'), ms: `.${fraction.slice(0, 3)}` };
}

const day: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
};
const dayFormats: Readonly<Record<TimeZone, Intl.DateTimeFormat>> = {
  local: new Intl.DateTimeFormat('en-GB', day),
  utc: new Intl.DateTimeFormat('en-GB', { ...day, timeZone: 'UTC' }),
};

/**
 * Cache of formatted days, keyed by time in whole seconds. Without it, formatting a day would cost as much as rendering
 * the rest of a row.
 */
const knownDays: Readonly<Record<TimeZone, Map<number, string>>> = {
  local: new Map(),
  utc: new Map(),
};
const MAX_KNOWN = 1000;

/** Returns the day in a time zone, such as `Sun 22 Nov 2026`. */
export function dayOf(ns: bigint, zone: TimeZone): string {
  const { date } = split(ns);
  const known = knownDays[zone];
  const found = known.get(date.getTime());
  if (found !== undefined) {
    return found;
  }
  if (known.size >= MAX_KNOWN) {
    known.clear();
  }
  const written = dayFormats[zone].format(date).replace(',', '');
  known.set(date.getTime(), written);
  return written;
}

/** Returns the day in a time zone without the weekday and the year, such as `22 Nov`. */
export function shortDayOf(ns: bigint, zone: TimeZone): string {
  return dayOf(ns, zone).split(' ').slice(1, 3).join(' ');
}

function split(ns: bigint): { readonly date: Date; readonly fraction: string } {
  const fraction = ((ns % NS_PER_S) + NS_PER_S) % NS_PER_S; // times before 1970 are negative
  const date = new Date(Number((ns - fraction) / NS_PER_MS));
  return { date, fraction: fraction.toString().padStart(9, '0') };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Parses an API timestamp and returns whole ms since 1970, rounded down. */
export function toMs(time: string): number {
  return Number(readTime(time) / NS_PER_MS);
}

/** Formats ms since 1970 as an API timestamp. */
export function toIso(ms: number): string {
  return writeTime(BigInt(Math.round(ms)) * NS_PER_MS);
}
