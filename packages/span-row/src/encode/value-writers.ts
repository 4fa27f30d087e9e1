import {
  formatTimestamp,
  type JsonObject,
  type JsonValue,
  type SpanEvent,
} from '@spanhouse/span-schema';
import type { ColumnFrom } from '../columns/column.js';
import { writeJsonList, writeJsonObject } from './json-text.js';
import type { RowWriter } from './row-writer.js';

type Codec = ColumnFrom<never>['type'] | NonNullable<ColumnFrom<never>['encoding']>;
/** Writes the value of a column; `undefined` as the zero of the type. */
export type ValueWriter = (row: RowWriter, value: never) => void;

const zeroUuid = '00000000-0000-0000-0000-000000000000';

const valueWriters: { readonly [Name in Codec]: ValueWriter } = {
  UUID: (row, value: string | undefined) => row.uuid(value ?? zeroUuid),
  'FixedString(16)': (row, value: string | undefined) => writeHex(row, value, 16),
  'FixedString(8)': (row, value: string | undefined) => writeHex(row, value, 8),
  Bool: (row, value: boolean | undefined) => row.bool(value === true),
  UInt16: (row, value: number | undefined) => row.uint16(value ?? 0),
  UInt32: (row, value: number | undefined) => row.uint32(value ?? 0),
  Float64: (row, value: JsonValue | undefined) => row.float64(isNumber(value) ? Number(value) : 0),
  "DateTime64(9, 'UTC')": (row, value: bigint | undefined) => row.int64(value ?? 0n),
  String: (row, value: string | undefined) => row.string(value ?? ''),
  'LowCardinality(String)': (row, value: string | undefined) => row.string(value ?? ''),
  json: writeObject,
  json_list: writeEntries,
  events: writeEvents,
};

export function valueWriterOf<Source>({ type, encoding }: ColumnFrom<Source>): ValueWriter {
  return valueWriters[encoding ?? type];
}

export function isNumber(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function writeHex(row: RowWriter, hex: string | undefined, byteCount: number): void {
  if (hex === undefined) {
    row.zeros(byteCount);
  } else {
    row.fixedHex(hex);
  }
}

/** Writes a JSON text in the form that reads return; `''` for an absent member. */
function writeObject(row: RowWriter, value: object | undefined): void {
  if (value === undefined) {
    row.uint8(0);
    return;
  }
  const start = row.reserveLength();
  writeJsonObject(row, value);
  row.setLength(start);
}

/** Leaves out an empty list, and an empty `attributes` of an entry: reads do not show them. */
function writeEntries(
  row: RowWriter,
  entries: readonly { readonly attributes?: JsonObject }[] | undefined,
): void {
  writeList(row, entries, (_row, entry) => {
    writeJsonObject(row, hasAttributes(entry) ? entry : { ...entry, attributes: undefined });
  });
}

function writeEvents(row: RowWriter, events: readonly SpanEvent[] | undefined): void {
  writeList(row, events, (_row, event) => {
    writeJsonObject(row, {
      ...event,
      timestamp: formatTimestamp(event.timestamp),
      attributes: hasAttributes(event) ? event.attributes : undefined,
    });
  });
}

function writeList<Entry>(
  row: RowWriter,
  entries: readonly Entry[] | undefined,
  write: (row: RowWriter, entry: Entry) => void,
): void {
  if (entries === undefined || entries.length === 0) {
    row.uint8(0);
    return;
  }
  const start = row.reserveLength();
  writeJsonList(row, entries, write);
  row.setLength(start);
}

function hasAttributes(entry: { readonly attributes?: JsonObject }): boolean {
  for (const _name in entry.attributes) {
    return true;
  }
  return false;
}
