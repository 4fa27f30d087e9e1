import { createHash } from 'node:crypto';
import type { SpanBlock } from '../span-writer.js';

const MAX_BLOCKS = 16; // the positions of the blocks are in the URL, whose length is limited
const MAX_ROWS = 100_000;
/**
 * Maximum uncompressed size of an insert. Larger inserts cost ClickHouse more memory and CPU per row (docs/adr/071).
 */
const MAX_BYTES = 48 * 1024 * 1024;

/** Minimum number of rows in a large insert. Beyond this number, the cost per row in ClickHouse hardly decreases. */
const LARGE_ROWS = 20_000;
const LARGE_BYTES = 24 * 1024 * 1024;

interface Waiting {
  readonly block: SpanBlock;
}

/**
 * Returns whether the block's number of rows is known. This number is needed to assign the rows of a joined insert to
 * their blocks.
 */
export function canJoin({ rowsAtOffset }: SpanBlock): boolean {
  return rowsAtOffset !== undefined && rowsAtOffset > 0;
}

/**
 * Divides waiting blocks into the blocks for the next insert and the rest. The order does not change, and the next
 * insert always includes the first block.
 */
export function takeTogether<T extends Waiting>(
  waiting: readonly T[],
): { readonly taken: readonly T[]; readonly left: readonly T[] } {
  const taken: T[] = [];
  const left: T[] = [];
  let rows = 0;
  let bytes = 0;
  for (const each of waiting) {
    const { rowSchemaVersion, rowsAtOffset = 0, uncompressedBytes } = each.block;
    const fits =
      taken.length < MAX_BLOCKS &&
      rowSchemaVersion === taken[0]?.block.rowSchemaVersion &&
      rows + rowsAtOffset <= MAX_ROWS &&
      bytes + uncompressedBytes <= MAX_BYTES;
    if (taken.length > 0 && !fits) {
      left.push(each);
      continue;
    }
    taken.push(each);
    rows += rowsAtOffset;
    bytes += uncompressedBytes;
  }
  return { taken, left };
}

/** Returns whether the blocks are large enough for a separate insert while another insert is running. */
export function isLarge(blocks: readonly Waiting[]): boolean {
  const rows = blocks.reduce((sum, { block }) => sum + (block.rowsAtOffset ?? 0), 0);
  const bytes = blocks.reduce((sum, { block }) => sum + block.uncompressedBytes, 0);
  return rows >= LARGE_ROWS || bytes >= LARGE_BYTES;
}

/**
 * Returns the token of an insert: the token of its only block, or a digest of the tokens of all its blocks in order.
 */
export function tokenOfInsert(blocks: readonly SpanBlock[]): string {
  const tokens = blocks.map(({ deduplicationToken }) => deduplicationToken);
  const [only = ''] = tokens;
  return tokens.length === 1
    ? only
    : `joined:${createHash('sha256').update(tokens.join('\n')).digest('hex')}`;
}
