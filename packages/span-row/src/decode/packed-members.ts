import { packedColumns } from '../columns/column-table.js';
import { readValue } from './column-values.js';
import { RowDecodeError } from './row-decode-error.js';
import type { RowReader } from './row-reader.js';

const fixed = packedColumns
  .filter(({ type }) => type !== 'String')
  .map(({ name, type }) => ({ name, read: readValue[type] }));
const texts = packedColumns.filter(({ type }) => type === 'String').map(({ name }) => name);
const ENDS_BYTES = 4 * texts.length;

/**
 * Reads the column `packed`, which has `length` bytes, into the members of a span; see encode/packed-encoder.ts.
 * Throws RowDecodeError if the texts do not fill it.
 */
export function readPacked(reader: RowReader, length: number, span: Record<string, unknown>): void {
  const start = reader.position;
  for (const { name, read } of fixed) {
    span[name] = read(reader);
  }
  const ends = reader.skip(ENDS_BYTES);
  for (let index = 0; index < texts.length; index++) {
    const end = start + reader.uint32At(ends + 4 * index);
    if (end < reader.position) {
      throw new RowDecodeError('a text of `packed` ends before it begins', reader.position);
    }
    span[texts[index] as string] = reader.text(end - reader.position);
  }
  if (reader.position !== start + length) {
    throw new RowDecodeError('the texts of `packed` do not fill it', reader.position);
  }
}
