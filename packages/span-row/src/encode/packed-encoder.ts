import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { RowOrigin } from '../columns/column.js';
import { contextColumns } from '../columns/context-columns.js';
import { originColumns } from '../columns/origin-columns.js';
import type { RowContext } from '../columns/row-context.js';
import { spanColumns } from '../columns/span-columns.js';
import { textColumns } from '../columns/text-columns.js';
import { ColumnEncoder } from './column-encoder.js';
import { RowWriter } from './row-writer.js';
import { TextEncoder } from './text-encoder.js';

const PREPARED_BYTES = 4096;

const spanMembers = spanColumns.filter((column) => 'isPacked' in column);
const contextEncoder = new ColumnEncoder<RowContext>(
  contextColumns.filter((column) => 'isPacked' in column),
);
const fixedEncoder = new ColumnEncoder<CanonicalSpan>(
  spanMembers.filter(({ type }) => type !== 'String'),
);

/**
 * Writes the column `packed`: members of a fixed size, the end of each text as a UInt32, and the texts, all in the
 * order of `packedColumns`. Parts that spans share are encoded once.
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

  /** Encodes the members that all rows of a resource and scope share. */
  prepareOrigin(origin: RowOrigin): void {
    this.#origin.clear();
    this.#originTexts.encode(this.#origin, origin);
  }

  /** Appends the column and returns the bits of the members that have a value. */
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
