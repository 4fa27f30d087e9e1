import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { RowContext } from '../columns/column.js';
import { type Column, type ColumnFrom, presentBitOf, type RowOrigin } from '../columns/column.js';
import { contextColumns } from '../columns/context-columns.js';
import { originColumns } from '../columns/origin-columns.js';
import { spanColumns } from '../columns/span-columns.js';
import { textColumns } from '../columns/text-columns.js';
import { ColumnEncoder, type EncodeStep } from './column-encoder.js';
import { RowWriter } from './row-writer.js';
import { textWriterOf } from './text-writers.js';

/** A String column with a plain string or JSON. */
interface TextColumn<Source> extends Pick<Column, 'absent'> {
  readonly type: 'String';
  readonly encoding?: ColumnFrom<never>['encoding'];
  readonly from: (source: Source) => unknown;
}

/** Writes strings one after another without lengths. */
class TextEncoder<Source> {
  readonly #steps: readonly EncodeStep[];
  /** The end positions of the strings that were encoded from the last source. */
  readonly ends: number[];

  constructor(columns: readonly TextColumn<Source>[]) {
    this.#steps = columns.map((column) => ({
      from: column.from,
      write: textWriterOf(column),
      bit: presentBitOf(column),
    }));
    this.ends = columns.map(() => 0);
  }

  /** Appends the strings. Returns the bits of the strings that have a value. */
  encode(row: RowWriter, source: Source): number {
    const steps = this.#steps;
    let present = 0;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index] as EncodeStep;
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

const PREPARED_BYTES = 4096;

const spanMembers = spanColumns.filter((column) => 'isPacked' in column);
const contextEncoder = new ColumnEncoder<RowContext>(
  contextColumns.filter((column) => 'isPacked' in column),
);
const fixedEncoder = new ColumnEncoder<CanonicalSpan>(
  spanMembers.filter(({ type }) => type !== 'String'),
);

/**
 * Writes the column `packed`: members of a fixed size, the end position of each string as a UInt32, and the strings.
 * Within each of these groups, the order is that of `packedColumns`. Parts of the column that several spans share are
 * encoded only once.
 */
export class PackedEncoder {
  readonly #context = new RowWriter(PREPARED_BYTES);
  readonly #origin = new RowWriter(PREPARED_BYTES);
  readonly #spanTexts = new TextEncoder<CanonicalSpan>([
    ...spanMembers.filter((column) => column.type === 'String'),
    ...textColumns,
  ]);
  readonly #originTexts = new TextEncoder<RowOrigin>(
    originColumns.filter((column) => 'isPacked' in column),
  );

  /** Encodes the members that all rows of a request share. */
  prepareContext(context: RowContext): void {
    this.#context.clear();
    contextEncoder.encode(this.#context, context);
  }

  /** Encodes the members that all rows with the same resource and scope share. */
  prepareOrigin(origin: RowOrigin): void {
    this.#origin.clear();
    this.#originTexts.encode(this.#origin, origin);
  }

  /** Appends the column. Returns the bits of the members that have a value. */
  encode(row: RowWriter, span: CanonicalSpan): number {
    const { ends: spanEnds } = this.#spanTexts;
    const { ends: originEnds } = this.#originTexts;
    const start = row.reserveLength();
    row.append(this.#context);
    let present = fixedEncoder.encode(row, span);
    let end = row.position;
    row.zeros(4 * (spanEnds.length + originEnds.length));
    present |= this.#spanTexts.encode(row, span);
    for (let index = 0; index < spanEnds.length; index++, end += 4) {
      row.setUint32(end, (spanEnds[index] as number) - start);
    }
    const originStart = row.position - start;
    row.append(this.#origin);
    for (let index = 0; index < originEnds.length; index++, end += 4) {
      row.setUint32(end, originStart + (originEnds[index] as number));
    }
    row.setLength(start);
    return present;
  }
}
