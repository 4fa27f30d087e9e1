import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { reasonOf } from './reason-of.js';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** What zstd may add to bytes that do not shrink: ZSTD_COMPRESSBOUND and the checksum, rounded up. */
export const frameBytesBound = (rowBytes: number): number => rowBytes + (rowBytes >> 8) + 1024;

/** One zstd frame with a checksum, level 1, made in the thread pool. */
export const compressRows = (rows: Uint8Array): Promise<Buffer> =>
  compress(rows, {
    // One output chunk: the default of 16 KiB costs a copy and a trip to the thread pool for each.
    chunkSize: Math.max(constants.Z_MIN_CHUNK, frameBytesBound(rows.byteLength)),
    pledgedSrcSize: rows.byteLength,
    params: {
      [constants.ZSTD_c_compressionLevel]: 1,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });

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
