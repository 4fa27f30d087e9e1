import type { JsonValue } from '@spanhouse/span-schema';
import type { ColumnFrom } from '../columns/column.js';
import type { RowWriter } from './row-writer.js';
import type { ValueWriter } from './text-writers.js';

const zeroUuid = '00000000-0000-0000-0000-000000000000';

/** A writer for each type; it writes `undefined` as the zero of the type. */
const valueWriters: { readonly [Type in ColumnFrom<never>['type']]: ValueWriter } = {
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
};

/** Returns the writer of a column that is not a JSON text. */
export function valueWriterOf<Source>({ type }: ColumnFrom<Source>): ValueWriter {
  return valueWriters[type];
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
