import { randomUUID } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { ROW_SCHEMA_VERSION, type RowContext, SpanRowEncoder } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { SpanBlock } from '../span-writer.js';

export interface RowInput {
  readonly span: CanonicalSpan;
  readonly context: RowContext;
}

/** Creates a block with a single frame that contains the given rows. By default its token is unique. */
export function aSpanBlock(rows: readonly RowInput[], members: Partial<SpanBlock> = {}): SpanBlock {
  return blockOfBytes([encodeRows(rows)], { rowsAtOffset: rows.length, ...members });
}

export function blockOfBytes(
  frames: readonly Uint8Array[],
  members: Partial<SpanBlock> = {},
): SpanBlock {
  return {
    frames: frames.map((rows) => zstdCompressSync(rows)),
    rowSchemaVersion: ROW_SCHEMA_VERSION,
    logPartition: 0,
    logOffset: 0n,
    rowsAtOffset: undefined,
    uncompressedBytes: frames.reduce((sum, { byteLength }) => sum + byteLength, 0),
    deduplicationToken: randomUUID(),
    ...members,
  };
}

export function encodeRows(rows: readonly RowInput[]): Uint8Array {
  const encoder = new SpanRowEncoder();
  for (const { span, context } of rows) {
    encoder.encode(span, context);
  }
  return encoder.take();
}
