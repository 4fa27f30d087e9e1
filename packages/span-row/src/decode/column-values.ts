import { type ColumnType, fixedBytes } from '../columns/column.js';
import type { RowReader } from './row-reader.js';

/** Reads the values of a column type. */
interface ValueReader<Value> {
  /** The decoded value of a column for which `undefined` was encoded. */
  readonly zero: Value;
  readonly read: (reader: RowReader) => Value;
  /** Skips a value without building it. */
  readonly skip: (reader: RowReader) => void;
}

/** The readers of the column types. Ids are lower-case hex, and times are nanoseconds since the Unix epoch. */
export const valueReaders = {
  UUID: fixed('UUID', '00000000-0000-0000-0000-000000000000', (reader) => reader.uuid()),
  'FixedString(16)': fixed('FixedString(16)', '0'.repeat(32), (reader) => reader.hex(16)),
  'FixedString(8)': fixed('FixedString(8)', '0'.repeat(16), (reader) => reader.hex(8)),
  Bool: fixed<boolean>('Bool', false, readBool),
  UInt16: fixed('UInt16', 0, (reader) => reader.uint16()),
  UInt32: fixed('UInt32', 0, (reader) => reader.uint32()),
  Float64: fixed('Float64', 0, readFloat),
  "DateTime64(9, 'UTC')": fixed("DateTime64(9, 'UTC')", 0n, (reader) => reader.int64()),
  String: text(),
  'LowCardinality(String)': text(),
  'Array(Float64)': list(8, readFloat),
  'Array(UInt32)': list(4, (reader) => reader.uint32()),
  'Map(LowCardinality(String), String)': map(readText, skipText),
  'Map(LowCardinality(String), Float64)': map(readFloat, (reader) => reader.skip(8)),
  'Map(LowCardinality(String), Bool)': map(readBool, (reader) => reader.skip(1)),
} satisfies { readonly [Type in ColumnType]: ValueReader<unknown> };

/** The TypeScript type of the values of each column type. */
export type ColumnValues = {
  readonly [Type in ColumnType]: (typeof valueReaders)[Type]['zero'];
};

function fixed<Value>(
  type: ColumnType,
  zero: Value,
  read: (reader: RowReader) => Value,
): ValueReader<Value> {
  const bytes = fixedBytes[type] ?? 0;
  return { zero, read, skip: (reader) => reader.skip(bytes) };
}

function text(): ValueReader<string> {
  return { zero: '', read: readText, skip: skipText };
}

function list<Value>(
  bytes: number,
  readItem: (reader: RowReader) => Value,
): ValueReader<readonly Value[]> {
  const read = (reader: RowReader) => {
    const values: Value[] = [];
    for (let left = reader.length(); left > 0; left--) {
      values.push(readItem(reader));
    }
    return values;
  };
  return { zero: [], read, skip: (reader) => reader.skip(bytes * reader.length()) };
}

/** Creates the reader of a map. If two entries have the same key, it uses the first one, as ClickHouse does. */
function map<Value>(
  readItem: (reader: RowReader) => Value,
  skipItem: (reader: RowReader) => void,
): ValueReader<ReadonlyMap<string, Value>> {
  return {
    zero: new Map(),
    read(reader) {
      const values = new Map<string, Value>();
      for (let left = reader.length(); left > 0; left--) {
        const key = reader.string();
        const value = readItem(reader);
        if (!values.has(key)) {
          values.set(key, value);
        }
      }
      return values;
    },
    skip(reader) {
      for (let left = reader.length(); left > 0; left--) {
        skipText(reader);
        skipItem(reader);
      }
    },
  };
}

function readBool(reader: RowReader): boolean {
  return reader.uint8() !== 0;
}

function readFloat(reader: RowReader): number {
  return reader.float64();
}

function readText(reader: RowReader): string {
  return reader.string();
}

function skipText(reader: RowReader): void {
  reader.skip(reader.length());
}
