import { promisify } from 'node:util';
import { constants, zstdDecompress } from 'node:zlib';
import { FrameCompressor } from './frame-compressor.js';
import { reasonOf } from './reason-of.js';

const decompress = promisify(zstdDecompress);

/**
 * Returns the largest possible size of a frame of incompressible rows: ZSTD_COMPRESSBOUND and the checksum, rounded up.
 */
export function frameBytesBound(rowBytes: number): number {
  return rowBytes + (rowBytes >> 8) + 1024;
}

const compressor = new FrameCompressor();

/** Compresses rows in the thread pool into one zstd frame of level 1 with a checksum. */
export function compressRows(rows: Uint8Array): Promise<Buffer> {
  return compressor.compress(rows);
}

/** The result of decompressing a frame. */
export type FrameOutcome =
  | { readonly status: 'readable'; readonly rows: Buffer }
  /** The frame is damaged, or its size differs from the stated size. */
  | { readonly status: 'unreadable'; readonly reason: string };

/**
 * Decompresses a frame of known size. Never allocates more than `uncompressedBytes`, whatever the frame states itself.
 */
export async function decompressFrame(
  frame: Uint8Array,
  uncompressedBytes: number,
): Promise<FrameOutcome> {
  let rows: Buffer;
  try {
    rows = await decompress(frame, {
      chunkSize: Math.max(constants.Z_MIN_CHUNK, uncompressedBytes + 1),
      maxOutputLength: Math.max(1, uncompressedBytes),
    });
  } catch (error) {
    return { status: 'unreadable', reason: reasonOf(error) };
  }
  return rows.byteLength === uncompressedBytes
    ? { status: 'readable', rows }
    : {
        status: 'unreadable',
        reason: `${rows.byteLength} bytes where the headers say ${uncompressedBytes}`,
      };
}

/** Decompresses a frame of unknown size. Never allocates more than `maxBytes`, whatever the frame states itself. */
export async function openFrame(frame: Uint8Array, maxBytes: number): Promise<FrameOutcome> {
  try {
    return { status: 'readable', rows: await decompress(frame, { maxOutputLength: maxBytes }) };
  } catch (error) {
    return { status: 'unreadable', reason: reasonOf(error) };
  }
}
