import { open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const noRoom = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const chunk = Buffer.alloc(1024 * 1024);

/**
 * Appends zeros to a file until its size is `bytes`. Does nothing if the file is already large enough, or if less than
 * `minFreeBytes` would remain free on the disk.
 * A flush of preallocated pages changes no file metadata, so it does not have to wait for the file system's journal,
 * which other processes can delay. See docs/adr/040-keep-the-embedded-log-in-one-lmdb-file.md.
 */
export async function preallocate(
  file: string,
  bytes: number,
  minFreeBytes: number,
): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    if (size >= bytes || !(await hasRoom(file, bytes - size + minFreeBytes))) {
      return;
    }
    for (let at = size; at < bytes; at += chunk.byteLength) {
      await handle.write(chunk, 0, Math.min(chunk.byteLength, bytes - at), at);
    }
    await handle.sync();
  } catch (error) {
    // A quota or limit may allow less than the free space on the disk. The log then grows page by page as far as it
    // can.
    if (!noRoom.includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw error;
    }
  } finally {
    await handle.close();
  }
}

async function hasRoom(file: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize >= bytes;
}
