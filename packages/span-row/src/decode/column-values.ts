import { type ColumnType, fixedBytes } from '../columns/column.js';
import type { RowReader } from './row-reader.js';

/**
 * The TypeScript type of a value of each column type. Ids are lower-case hex, and times are nanoseconds since the Unix
 * epoch.
 */
export interface ColumnValues {
  UUID: string;
  'FixedString(16)': string;
  'FixedString(8)': string;
  Bool: boolean;
  UInt16: number;
  UInt32: number;
  Float64: number;
  "DateTime64(9, 'UTC')": bigint;
  String: string;
  'LowCardinality(String)': string;
  'Array(Float64)': readonly number[];
  'Array(UInt32)': readonly number[];
  'Map(LowCardinality(String), String)': ReadonlyMap<string, string>;
  'Map(LowCardinality(String), Float64)': ReadonlyMap<string, number>;
  'Map(LowCardinality(String), Bool)': ReadonlyMap<string, boolean>;
}

/** The decoded value of a column that was encoded as `undefined`, by type. */
export const zeroOfType: { readonly [Type in ColumnType]: unknown } = {
  UUID: '00000000-0000-0000-0000-000000000000',
  'FixedString(16)': '0'.repeat(32),
  'FixedString(8)': '0'.repeat(16),
  Bool: false,
  UInt16: 0,
  UInt32: 0,
  Float64: 0,
  "DateTime64(9, 'UTC')": 0n,
  String: '',
  'LowCardinality(String)': '',
  'Array(Float64)': [],
  'Array(UInt32)': [],
  'Map(LowCardinality(String), String)': new Map(),
  'Map(LowCardinality(String), Float64)': new Map(),
  'Map(LowCardinality(String), Bool)': new Map(),
};

export const readValue: {
  readonly [Type in ColumnType]: (reader: RowReader) => ColumnValues[Type];
} = {
  UUID: (reader) => reader.uuid(),
  'FixedString(16)': (reader) => reader.hex(16),
  'FixedString(8)': (reader) => reader.hex(8),
  Bool: (reader) => reader.uint8() !== 0,
  UInt16: (reader) => reader.uint16(),
  UInt32: (reader) => reader.uint32(),
  Float64: (reader) => reader.float64(),
  "DateTime64(9, 'UTC')": (reader) => reader.int64(),
  String: (reader) => reader.string(),
  'LowCardinality(String)': (reader) => reader.string(),
  'Array(Float64)': (reader) => readArray(reader, () => reader.float64()),
  'Array(UInt32)': (reader) => readArray(reader, () => reader.uint32()),
  'Map(LowCardinality(String), String)': (reader) => readMap(reader, () => reader.string()),
  'Map(LowCardinality(String), Float64)': (reader) => readMap(reader, () => reader.float64()),
  'Map(LowCardinality(String), Bool)': (reader) => readMap(reader, () => reader.uint8() !== 0),
};

/** Skips a value without building it. */
export function skipValue(reader: RowReader, type: ColumnType): void {
  switch (type) {
    case 'String':
    case 'LowCardinality(String)':
      reader.skip(reader.length());
      break;
    case 'Array(Float64)':
      reader.skip(8 * reader.length());
      break;
    case 'Array(UInt32)':
      reader.skip(4 * reader.length());
      break;
    case 'Map(LowCardinality(String), String)':
      skipMap(reader, () => reader.skip(reader.length()));
      break;
    case 'Map(LowCardinality(String), Float64)':
      skipMap(reader, () => reader.skip(8));
      break;
    case 'Map(LowCardinality(String), Bool)':
      skipMap(reader, () => reader.skip(1));
      break;
    default:
      reader.skip(fixedBytes[type] ?? 0);
  }
}

function readArray<Value>(reader: RowReader, readValue: () => Value): readonly Value[] {
  const values: Value[] = [];
  for (let left = reader.length(); left > 0; left--) {
    values.push(readValue());
  }
  return values;
}

/** Reads a map. If two entries have the same key, the first is used, as in ClickHouse. */
function readMap<Value>(reader: RowReader, readValue: () => Value): ReadonlyMap<string, Value> {
  const map = new Map<string, Value>();
  for (let left = reader.length(); left > 0; left--) {
    const key = reader.string();
    const value = readValue();
    if (!map.has(key)) {
      map.set(key, value);
    }
  }
  return map;
}

function skipMap(reader: RowReader, skipEntryValue: () => void): void {
  for (let left = reader.length(); left > 0; left--) {
    reader.skip(reader.length());
    skipEntryValue();
  }
}
