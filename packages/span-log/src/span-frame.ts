import { promisify } from 'node:util';
import { constants, zstdDecompress } from 'node:zlib';
import { FrameCompressor } from './frame-compressor.js';
import { reasonOf } from './reason-of.js';

const decompress = promisify(zstdDecompress);

/** What zstd may add to bytes that do not shrink: ZSTD_COMPRESSBOUND and the checksum, rounded up. */
export const frameBytesBound = (rowBytes: number): number => rowBytes + (rowBytes >> 8) + 1024;

const compressor = new FrameCompressor();

/** One zstd frame with a checksum, level 1, made in the thread pool. */
export const compressRows = (rows: Uint8Array): Promise<Buffer> => compressor.compress(rows);

export type FrameOutcome =
  | { readonly status: 'readable'; readonly rows: Buffer }
  /** Damaged, or not of the size its headers say. */
  | { readonly status: 'unreadable'; readonly reason: string };

/** Never makes more than `uncompressedBytes`, whatever the frame claims. */
export const decompressFrame = async (
  frame: Uint8Array,
  uncompressedBytes: number,
): Promise<FrameOutcome> => {
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
};
