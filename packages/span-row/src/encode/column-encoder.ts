import type { JsonValue } from '@spanhouse/span-schema';
import { type ColumnFrom, presentBitOf } from '../columns/column.js';
import type { RowWriter } from './row-writer.js';
import type { ValueWriter } from './text-writers.js';
import { isNumber, valueWriterOf } from './value-writers.js';

interface Step {
  readonly from: (source: never) => unknown;
  readonly write: ValueWriter;
  /** The bit of `present` that marks a value; 0 if the column has no bit. */
  readonly bit: number;
  /** If true, a JSON value that is not a number counts as absent. */
  readonly isNumber: boolean;
}

/** Writes a group of columns that share a source. Allocates nothing for a row. */
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

  /** Appends the columns and returns the bits of the columns that have a value. */
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
