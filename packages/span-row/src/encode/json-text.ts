import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { RowWriter } from './row-writer.js';

const LOOPED_TEXT = 64;
const LARGEST_FAST_INTEGER = 0x3fff_ffff;
const MICROS = 1_000_000;
/** Marks the bytes that need an escape: control characters, quote and backslash. */
const isEscaped = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === 0x22 || byte === 0x5c ? 1 : 0,
);

/**
 * Writes a value as JSON, without a length prefix. This is faster than copying the result of JSON.stringify, because
 * most strings and numbers need no intermediate string.
 */
export function writeJson(row: RowWriter, value: JsonValue): void {
  if (typeof value === 'string') {
    writeJsonString(row, value);
  } else if (Array.isArray(value)) {
    writeJsonList(row, value, writeJson);
  } else if (isJsonObject(value)) {
    writeJsonObject(row, value);
  } else {
    writeJsonScalar(row, value);
  }
}

export function writeJsonScalar(row: RowWriter, value: null | boolean | number | bigint): void {
  if (typeof value === 'number') {
    writeJsonNumber(row, value);
  } else {
    row.ascii(String(value));
  }
}

/** Writes the same characters as JSON.stringify, except for whole numbers beyond 64 bits. -0 becomes `0`. */
function writeJsonNumber(row: RowWriter, value: number): void {
  if (value >= 0 && value <= LARGEST_FAST_INTEGER && (value | 0) === value) {
    writeDigits(row, value);
  } else if (value >= 0.001 && value < 1000 && Math.round(value * MICROS) / MICROS === value) {
    writeMicros(row, Math.round(value * MICROS));
  } else {
    row.ascii(toNumberText(value));
  }
}

const INT64_BOUND = 2 ** 63;
const UINT64_BOUND = 2 ** 64;
const EXPONENT_BOUND = 1e21;

/**
 * Converts a number to JSON. Integers beyond 64 bits get an exponent, because ClickHouse rejects them otherwise. This
 * includes -2^63, because rounding to 16 digits moves it beyond 64 bits.
 */
function toNumberText(value: number): string {
  const isLongInteger =
    (value >= UINT64_BOUND && value < EXPONENT_BOUND) ||
    (value <= -INT64_BOUND && value > -EXPONENT_BOUND);
  return isLongInteger ? value.toExponential() : String(value);
}

export function writeJsonString(row: RowWriter, text: string): void {
  if (text.length > LOOPED_TEXT ? writePlain(row, text) : writePlainAscii(row, text)) {
    return;
  }
  row.utf8(JSON.stringify(text));
}

/** Writes an object whose members are JSON values. Omits members that are `undefined`. */
export function writeJsonObject(row: RowWriter, object: object): void {
  const members = object as { readonly [name: string]: JsonValue | undefined };
  row.uint8(0x7b);
  let isFirst = true;
  for (const name in members) {
    const value = members[name];
    if (value === undefined) {
      continue;
    }
    if (!isFirst) {
      row.uint8(0x2c);
    }
    isFirst = false;
    writeJsonString(row, name);
    row.uint8(0x3a);
    writeJson(row, value);
  }
  row.uint8(0x7d);
}

export function writeJsonList<Entry>(
  row: RowWriter,
  entries: readonly Entry[],
  write: (row: RowWriter, entry: Entry) => void,
): void {
  row.uint8(0x5b);
  for (let index = 0; index < entries.length; index++) {
    if (index > 0) {
      row.uint8(0x2c);
    }
    write(row, entries[index] as Entry);
  }
  row.uint8(0x5d);
}

/** Writes the decimal digits of an integer from 0 to 2^30. */
function writeDigits(row: RowWriter, value: number): void {
  let count = 1;
  for (let bound = 10; value >= bound; bound *= 10) {
    count++;
  }
  row.reserve(count);
  const { bytes, position } = row;
  let rest = value;
  for (let at = position + count - 1; at >= position; at--) {
    const tenth = (rest / 10) | 0;
    bytes[at] = 0x30 + rest - tenth * 10;
    rest = tenth;
  }
  row.position = position + count;
}

/**
 * Writes a decimal with at most 6 fractional digits and 9 digits in total. No shorter decimal represents the same
 * double, because doubles distinguish all decimals of up to 15 digits.
 */
function writeMicros(row: RowWriter, micros: number): void {
  const whole = Math.trunc(micros / MICROS);
  writeDigits(row, whole);
  row.reserve(7);
  const { bytes, position } = row;
  let rest = micros - whole * MICROS;
  let at = position;
  bytes[at++] = 0x2e;
  for (let unit = MICROS / 10; rest > 0; unit /= 10) {
    const digit = (rest / unit) | 0;
    bytes[at++] = 0x30 + digit;
    rest -= digit * unit;
  }
  row.position = at;
}

/** Writes a long string in quotes. Returns false and writes nothing if a character needs an escape. */
function writePlain(row: RowWriter, text: string): boolean {
  const start = row.position;
  row.uint8(0x22);
  row.utf8(text);
  row.uint8(0x22);
  const { bytes, position } = row;
  for (let at = start + 1; at < position - 1; at++) {
    if (isEscaped[bytes[at] as number] === 1) {
      row.position = start;
      return false;
    }
  }
  return true;
}

/** Writes a short string in quotes. Returns false and writes nothing if a character is not ASCII or needs an escape. */
function writePlainAscii(row: RowWriter, text: string): boolean {
  const length = text.length;
  row.reserve(length + 2);
  const bytes = row.bytes;
  let at = row.position;
  bytes[at++] = 0x22;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f || code < 0x20 || code === 0x22 || code === 0x5c) {
      return false;
    }
    bytes[at++] = code;
  }
  bytes[at++] = 0x22;
  row.position = at;
  return true;
}
