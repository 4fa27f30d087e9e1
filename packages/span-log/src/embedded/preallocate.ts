import { open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const chunk = Buffer.alloc(1024 * 1024);

export interface PreallocateOptions {
  readonly file: string;
  readonly bytes: number;
  /** Left free on the disk whatever happens. */
  readonly minFreeBytes: number;
}

/**
 * Writes zeros behind the end of a file until it has `bytes`; does nothing where it has them or
 * the disk has no room. A flush of pages that exist changes no file metadata, so it does not wait
 * for the journal of the file system, and with it for what other processes have written (ADR 040).
 */
export async function preallocate({
  file,
  bytes,
  minFreeBytes,
}: PreallocateOptions): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    if (size >= bytes || !(await hasRoom(file, bytes - size + minFreeBytes))) return;
    for (let at = size; at < bytes; at += chunk.byteLength) {
      await handle.write(chunk, 0, Math.min(chunk.byteLength, bytes - at), at);
    }
    await handle.sync();
  } catch (error) {
    // a quota or limit smaller than the disk: the log then grows as far as it may, page by page
    if (!NO_ROOM.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

async function hasRoom(file: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize >= bytes;
}
