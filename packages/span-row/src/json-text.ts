import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { RowWriter } from './row-writer.js';

const LOOPED_TEXT = 64;
const LARGEST_FAST_INTEGER = 0x3fff_ffff;
/** Anything but what JSON takes as it is: no control character, quote or backslash. */
const NEEDS_ESCAPE = /[^\x20-\x21\x23-\x5b\x5d-\uffff]/;

/** Writes a JSON text without a length before it. */
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

export function writeJsonNumber(row: RowWriter, value: number): void {
  if (value >= 0 && value <= LARGEST_FAST_INTEGER && (value | 0) === value) {
    writeDigits(row, value);
  } else {
    row.ascii(String(value)); // '0' for -0, as JSON.stringify does
  }
}

export function writeJsonString(row: RowWriter, text: string): void {
  if (text.length > LOOPED_TEXT || !writePlainAscii(row, text)) {
    if (NEEDS_ESCAPE.test(text)) {
      row.utf8(JSON.stringify(text));
    } else {
      row.uint8(0x22);
      row.utf8(text);
      row.uint8(0x22);
    }
  }
}

/** `object` holds nothing but JSON; members that are `undefined` are left out. */
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

/** The decimal digits of an integer from 0 to 2^30. */
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

/** Writes the text in quotes, or nothing and false when something in it needs more than a copy. */
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
