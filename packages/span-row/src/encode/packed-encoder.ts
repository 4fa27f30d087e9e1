import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { ColumnFrom, RowOrigin } from '../columns/column.js';
import { contextColumns } from '../columns/context-columns.js';
import { originColumns } from '../columns/origin-columns.js';
import type { RowContext } from '../columns/row-context.js';
import { spanColumns } from '../columns/span-columns.js';
import { textColumns } from '../columns/text-columns.js';
import { ColumnEncoder } from './column-encoder.js';
import type { RowWriter } from './row-writer.js';
import { TextEncoder } from './text-encoder.js';

const spanMembers = spanColumns.filter((column) => 'isPacked' in column);
const contextEncoder = new ColumnEncoder<RowContext>(
  contextColumns.filter((column) => 'isPacked' in column),
);
const fixedEncoder = new ColumnEncoder<CanonicalSpan>(
  spanMembers.filter(({ type }) => type !== 'String'),
);
const spanTexts = new TextEncoder<CanonicalSpan>([
  ...spanMembers.filter(
    (column): column is Extract<ColumnFrom<CanonicalSpan>, { type: 'String' }> & typeof column =>
      column.type === 'String',
  ),
  ...textColumns,
]);
const originTexts = new TextEncoder<RowOrigin>(
  originColumns.filter((column) => 'isPacked' in column),
);

/** The bytes of a context that are the same in the column `packed` of all its rows. */
export function writePackedContext(row: RowWriter, context: RowContext): void {
  contextEncoder.encode(row, context);
}

/** Writes the texts of a resource and scope and returns where each of them ends. */
export function writePackedOrigin(row: RowWriter, origin: RowOrigin): readonly number[] {
  const ends: number[] = [];
  originTexts.encode(row, origin, (end) => ends.push(end));
  return ends;
}

/** The parts of the column `packed` that spans share. */
export interface SharedParts {
  readonly context: RowWriter;
  readonly origin: RowWriter;
  readonly originEnds: readonly number[];
}

/**
 * Writes the column `packed`: the members of a fixed size, for each text the position of its end as a UInt32,
 * and the texts, all in the order of `packedColumns`. Returns the bits of the members that have a value.
 */
export function encodePacked(row: RowWriter, span: CanonicalSpan, shared: SharedParts): number {
  const start = row.reserveLength();
  row.append(shared.context);
  const fixed = fixedEncoder.encode(row, span);
  let end = row.position;
  row.zeros(4 * (spanTexts.count + shared.originEnds.length));
  const addEnd = (position: number) => {
    row.setUint32(end, position - start);
    end += 4;
  };
  const texts = spanTexts.encode(row, span, addEnd);
  const originStart = row.position;
  row.append(shared.origin);
  for (const originEnd of shared.originEnds) {
    addEnd(originStart + originEnd);
  }
  row.setLength(start);
  return fixed | texts;
}
