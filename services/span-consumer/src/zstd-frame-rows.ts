import { compressRows, decompressFrame } from '@spanhouse/span-log/frame';
import { RowDecodeError, splitRows } from '@spanhouse/span-row';
import type { FrameRows, SplitFrame } from './blocks/block-rows.js';

/** Splits and joins the frames of the log, which are zstd frames of RowBinary rows. */
export const zstdFrameRows: FrameRows = {
  async split({ frame, headers }) {
    const outcome = await decompressFrame(frame, headers.uncompressedBytes);
    return outcome.status === 'unreadable' ? outcome : cut(outcome.rows, headers.rowSchemaVersion);
  },
  join: (rows) => compressRows(Buffer.concat(rows)),
};

/** Cuts decompressed bytes into rows without copying them. */
function cut(bytes: Uint8Array, rowSchemaVersion: number): SplitFrame {
  try {
    const ends = splitRows(bytes, rowSchemaVersion);
    const rows = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
    return { status: 'rows', rows };
  } catch (error) {
    if (error instanceof RowDecodeError) {
      return { status: 'unreadable', reason: error.message };
    }
    throw error;
  }
}
