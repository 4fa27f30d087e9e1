import type { ColumnFrom } from '../columns/column.js';
import type { RowWriter } from './row-writer.js';
import { textWriterOf, type ValueWriter } from './text-writers.js';

type TextColumn<Source> = Extract<ColumnFrom<Source>, { readonly type: 'String' }>;

interface Step {
  readonly from: (source: never) => unknown;
  readonly write: ValueWriter;
  /** The bit of `present` that marks a value; 0 if the column has no bit. */
  readonly bit: number;
}

/** Writes texts one after another, without lengths. */
export class TextEncoder<Source> {
  readonly #steps: readonly Step[];

  constructor(columns: readonly TextColumn<Source>[]) {
    this.#steps = columns.map((column) => ({
      from: column.from,
      write: textWriterOf(column),
      bit: column.absent !== undefined && 'bit' in column.absent ? 1 << column.absent.bit : 0,
    }));
  }

  /** The number of texts. */
  get count(): number {
    return this.#steps.length;
  }

  /** Writes the texts, calls `onEnd` with the position after each, and returns the bits of those that have a value. */
  encode(row: RowWriter, source: Source, onEnd: (position: number) => void): number {
    const steps = this.#steps;
    let present = 0;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as Step;
      const value = step.from(source as never);
      if (value !== undefined) {
        present |= step.bit;
        step.write(row, value as never);
      }
      onEnd(row.position);
    }
    return present;
  }
}
