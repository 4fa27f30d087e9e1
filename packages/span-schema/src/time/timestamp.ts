import type { JsonValue } from '../json/json.js';
import { formatDate } from './calendar.js';
import { parseIsoTimestamp } from './iso-timestamp.js';

/** The earliest time of ClickHouse's DateTime64(9), 1900-01-01. */
export const MIN_TIME_NS = -2_208_988_800_000_000_000n;
/** The latest time that can be stored, 2262-04-11T23:47:16.854775807Z. */
export const MAX_TIME_NS = 9_223_372_036_854_775_807n;
const NS_PER_SECOND = 1_000_000_000n;

/**
 * Nanoseconds per unit, keyed by the number of digits of an integer epoch time. The units are seconds, milliseconds,
 * microseconds and nanoseconds.
 */
const nsPerUnit = new Map([
  [10, NS_PER_SECOND],
  [13, 1_000_000n],
  [16, 1000n],
  [19, 1n],
]);

const decimal = /^(-?)(0|[1-9]\d{0,30})(?:\.(\d{1,400}))?$/;
const exponential = /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,400})?[eE][+-]?\d{1,3}$/;

/**
 * Parses any accepted form of a time to nanoseconds since the Unix epoch (see docs/api/ingest.md): ISO 8601, an integer
 * epoch time of 10, 13, 16 or 19 digits, an epoch time in seconds with a fraction, or a string with such a number.
 * Returns `undefined` for a value that is invalid, ambiguous or out of range.
 */
export function parseTimestamp(value: JsonValue | undefined): bigint | undefined {
  const timeNs = parseAnyForm(value);
  return timeNs === undefined || timeNs < MIN_TIME_NS || timeNs > MAX_TIME_NS ? undefined : timeNs;
}

/** Returns the storable time that is nearest to the given time. */
export function clampTime(timeNs: bigint): bigint {
  if (timeNs < MIN_TIME_NS) {
    return MIN_TIME_NS;
  }
  return timeNs > MAX_TIME_NS ? MAX_TIME_NS : timeNs;
}

const fractionPattern = /[.,](\d{1,9})/;
const integer = /^-?(\d+)$/;

/**
 * Returns the precision of a valid time: the number of nanoseconds that its last digit represents, but at most a
 * second.
 */
export function timestampUnit(value: JsonValue): bigint {
  const text = String(value);
  const fraction = fractionPattern.exec(text)?.[1];
  if (fraction !== undefined) {
    return 10n ** BigInt(9 - fraction.length);
  }
  const digits = integer.exec(text)?.[1]?.length ?? 0;
  return nsPerUnit.get(digits) ?? NS_PER_SECOND;
}

/**
 * Formats a time in UTC with `Z`. A zero fraction is omitted, whole microseconds have 6 fractional digits, and other
 * times have 9.
 */
export function formatTimestamp(timeNs: bigint): string {
  let seconds = timeNs / NS_PER_SECOND;
  let fraction = Number(timeNs % NS_PER_SECOND);
  if (fraction < 0) {
    fraction += 1e9;
    seconds -= 1n;
  }
  const whole = formatSeconds(Number(seconds));
  if (fraction === 0) {
    return `${whole}Z`;
  }
  if (fraction % 1000 === 0) {
    return `${whole}.${String(1e6 + fraction / 1000).slice(1)}Z`;
  }
  return `${whole}.${String(1e9 + fraction).slice(1)}Z`;
}

/** Formats seconds since the Unix epoch as `YYYY-MM-DDTHH:MM:SS`. */
function formatSeconds(seconds: number): string {
  const day = Math.floor(seconds / 86_400);
  const rest = seconds - day * 86_400;
  const hours = twoDigits(Math.floor(rest / 3600));
  const minutes = twoDigits(Math.floor(rest / 60) % 60);
  return `${formatDate(day)}T${hours}:${minutes}:${twoDigits(rest % 60)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function parseAnyForm(value: JsonValue | undefined): bigint | undefined {
  switch (typeof value) {
    case 'string':
      return parseIsoTimestamp(value) ?? parseNumericText(value);
    case 'number':
      return parseNumber(value);
    case 'bigint':
      return parseInteger(value);
    default:
      return undefined;
  }
}

function parseNumber(value: number): bigint | undefined {
  if (Number.isInteger(value)) {
    return parseInteger(BigInt(value));
  }
  // The shortest decimal form equals the number that the producer wrote. The double itself differs from that number by
  // a few nanoseconds.
  const text = String(value);
  return parseDecimal(text.includes('e') ? value.toFixed(12) : text);
}

function parseNumericText(text: string): bigint | undefined {
  return exponential.test(text) ? parseNumber(Number(text)) : parseDecimal(text);
}

function parseDecimal(text: string): bigint | undefined {
  const match = decimal.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, sign, whole = '', fraction = ''] = match;
  if (!/[1-9]/.test(fraction)) {
    return parseInteger(sign === '-' ? -BigInt(whole) : BigInt(whole));
  }
  const nanoseconds = BigInt(fraction.padEnd(9, '0').slice(0, 9));
  const timeNs = BigInt(whole) * NS_PER_SECOND + nanoseconds;
  return sign === '-' ? -timeNs : timeNs;
}

/** Converts an integer epoch time. The number of digits determines the unit. */
function parseInteger(value: bigint): bigint | undefined {
  const digits = String(value < 0n ? -value : value).length;
  const unit = nsPerUnit.get(digits);
  return unit === undefined ? undefined : value * unit;
}
