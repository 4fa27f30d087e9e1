import { type Column, type ColumnFrom, presentBitOf } from '../columns/column.js';
import type { RowWriter } from './row-writer.js';
import { textWriterOf, type ValueWriter } from './text-writers.js';

/** A column with texts of any encoding. */
interface TextColumn<Source> extends Pick<Column, 'absent'> {
  readonly type: 'String';
  readonly encoding?: ColumnFrom<never>['encoding'];
  readonly from: (source: Source) => unknown;
}

interface Step {
  readonly from: (source: never) => unknown;
  readonly write: ValueWriter;
  /** The bit of `present` that marks a value; 0 if the column has no bit. */
  readonly bit: number;
}

/** Writes texts one after another, without lengths. */
export class TextEncoder<Source> {
  readonly #steps: readonly Step[];
  /** The position after each text of the last source. */
  readonly ends: number[];

  constructor(columns: readonly TextColumn<Source>[]) {
    this.#steps = columns.map((column) => ({
      from: column.from,
      write: textWriterOf(column),
      bit: presentBitOf(column),
    }));
    this.ends = columns.map(() => 0);
  }

  /** Appends the texts and returns the bits of the texts that are set. */
  encode(row: RowWriter, source: Source): number {
    const steps = this.#steps;
    let present = 0;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Step;
      const value = step.from(source as never);
      if (value !== undefined) {
        present |= step.bit;
        step.write(row, value as never);
      }
      this.ends[index] = row.position;
    }
    return present;
  }
}
