import type { JsonValue } from '@spanhouse/span-schema';
import { type ColumnFrom, presentBitOf } from '../columns/column.js';
import type { RowWriter } from './row-writer.js';
import type { ValueWriter } from './text-writers.js';

/** Reads one column from a source and writes it. */
export interface EncodeStep {
  readonly from: (source: never) => unknown;
  readonly write: ValueWriter;
  /** The bit of `present` that is set if the column has a value; 0 if there is no such bit. */
  readonly bit: number;
}

interface Step extends EncodeStep {
  /** True if a JSON value that is not a number counts as absent. */
  readonly isNumber: boolean;
}

/** Writes a group of columns that have the same source. Allocates no memory per row. */
export class ColumnEncoder<Source> {
  readonly #steps: readonly Step[];

  constructor(columns: readonly ColumnFrom<Source>[]) {
    this.#steps = columns.map((column) => ({
      from: column.from,
      write: valueWriterOf(column),
      bit: presentBitOf(column),
      isNumber: column.type === 'Float64',
    }));
  }

  /** Appends the columns. Returns the bits of the columns that have a value. */
  encode(row: RowWriter, source: Source): number {
    const steps = this.#steps;
    let present = 0;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Step;
      const value = step.from(source as never);
      if (value !== undefined && (!step.isNumber || isNumber(value as JsonValue))) {
        present |= step.bit;
      }
      step.write(row, value as never);
    }
    return present;
  }
}

const zeroUuid = '00000000-0000-0000-0000-000000000000';

/** The writer of each type. A writer writes `undefined` as the zero value of its type. */
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

/** Returns the writer of a column that does not contain JSON. */
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
