import { formatDate } from './calendar.js';
import { parseIsoTimestamp } from './iso-timestamp.js';
import type { JsonValue } from './json.js';

/** What ClickHouse's DateTime64(9) holds: 1900-01-01 to 2262-04-11T23:47:16.854775807Z. */
const MIN_NS = -2_208_988_800_000_000_000n;
const MAX_NS = 9_223_372_036_854_775_807n;
const NS_PER_SECOND = 1_000_000_000n;

/** Digits of an integer epoch: seconds, milliseconds, microseconds, nanoseconds. */
const NS_PER_UNIT = new Map([
  [10, NS_PER_SECOND],
  [13, 1_000_000n],
  [16, 1000n],
  [19, 1n],
]);

const DECIMAL = /^(-?)(0|[1-9]\d{0,30})(?:\.(\d{1,400}))?$/;
const EXPONENTIAL = /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,400})?[eE][+-]?\d{1,3}$/;

/**
 * Nanoseconds since the Unix epoch of any accepted time form (API: "Times"): ISO 8601, an integer epoch
 * of 10, 13, 16 or 19 digits, an epoch with a fraction in seconds, or the text of such a number.
 * `undefined` when it is unparsable, ambiguous or out of range.
 */
export function parseTimestamp(value: JsonValue | undefined): bigint | undefined {
  const timeNs = parseAnyForm(value);
  return timeNs === undefined || timeNs < MIN_NS || timeNs > MAX_NS ? undefined : timeNs;
}

const FRACTION = /[.,](\d{1,9})/;
const INTEGER = /^-?(\d+)$/;

/** How fine a time that parses was written: the nanoseconds of its last digit, a second at most. */
export function timestampUnit(value: JsonValue): bigint {
  const text = String(value);
  const fraction = FRACTION.exec(text)?.[1];
  if (fraction !== undefined) {
    return 10n ** BigInt(9 - fraction.length);
  }
  const digits = INTEGER.exec(text)?.[1]?.length ?? 0;
  return NS_PER_UNIT.get(digits) ?? NS_PER_SECOND;
}

/** UTC with `Z`: no fraction when it is zero, 6 digits for whole microseconds, else 9. */
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

/** `YYYY-MM-DDTHH:MM:SS`. */
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
  // The shortest decimal text is what the producer wrote; the double itself is off by some nanoseconds.
  const text = String(value);
  return parseDecimal(text.includes('e') ? value.toFixed(12) : text);
}

function parseNumericText(text: string): bigint | undefined {
  return EXPONENTIAL.test(text) ? parseNumber(Number(text)) : parseDecimal(text);
}

function parseDecimal(text: string): bigint | undefined {
  const match = DECIMAL.exec(text);
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

/** The digit count gives the unit. */
function parseInteger(value: bigint): bigint | undefined {
  const digits = String(value < 0n ? -value : value).length;
  const unit = NS_PER_UNIT.get(digits);
  return unit === undefined ? undefined : value * unit;
}
