import type { DiskName } from '../schedule/fault-kinds.js';
import type { Injection } from './injection.js';

/** Fills a disk completely, as another program could. */
export function full(name: DiskName): Injection {
  return async ({ disks }) => {
    const disk = disks?.[name];
    if (disk === undefined) {
      throw new Error(`the system was not started on a disk of its own for ${name}`);
    }
    await disk.fill();
    return () => disk.free();
  };
}
