import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiskName } from '../schedule/fault-kinds.js';
import type { Disk } from './system.js';

/** Disks of a fixed size. They are visible only to processes that are started with `command`. */
export interface SmallDisks {
  /** A wrapper command that runs the program given in its arguments. */
  readonly command: readonly string[];
  readonly disks: Readonly<Record<DiskName, Disk>>;
  /** Translates a path in the namespace of the disks into a path outside it. */
  outside(path: string): string;
  /** Copies the content of the disks into the folders below their mount points, and removes the disks. */
  close(): Promise<void>;
}

/** Sizes of the disks. A run without a fault that fills a disk writes far less. */
const sizes: Readonly<Record<DiskName, string>> = { log: '96m', clickhouse: '384m' };
const namespaces = ['--user', '--mount'];
const asRoot = [...namespaces, '--map-root-user'];
const filler = 'filler';
const mounted = 'mounted';
/**
 * Command that mounts the disks. `cat` keeps the namespaces until its input ends, which happens at the latest when this
 * process exits.
 */
const mountAndHold = [
  'mount -t tmpfs -o size="$1",mode=700 tmpfs "$2"',
  'mount -t tmpfs -o size="$3",mode=700 tmpfs "$4"',
  `echo ${mounted}`,
  'exec cat',
].join(' && ');
const chunk = Buffer.alloc(256 * 1024);

/** Returns true if a process may mount file systems in its own namespaces on this machine. */
export function canOpenSmallDisks(): boolean {
  const mount = ['mount', '-t', 'tmpfs', 'tmpfs', tmpdir()];
  return spawnSync('unshare', [...asRoot, ...mount], { stdio: 'ignore' }).status === 0;
}

/**
 * Mounts a file system in memory over each of the folders. The mounts disappear at the latest when this process exits.
 */
export async function openSmallDisks(
  folders: Readonly<Record<DiskName, string>>,
): Promise<SmallDisks> {
  const mountArguments = [sizes.log, folders.log, sizes.clickhouse, folders.clickhouse];
  const holder = spawn('unshare', [...asRoot, 'sh', '-c', mountAndHold, 'sh', ...mountArguments], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  if (String(said).trim() !== mounted) {
    throw new Error('no disk of a fixed size can be mounted');
  }
  const outside = (path: string) => `/proc/${holder.pid}/root${path}`;
  return {
    command: ['nsenter', `--target=${holder.pid}`, ...namespaces, '--wd'],
    disks: {
      log: diskAt(outside(folders.log)),
      clickhouse: diskAt(outside(folders.clickhouse)),
    },
    outside,
    async close() {
      for (const folder of Object.values(folders)) {
        await cp(outside(folder), folder, { recursive: true });
      }
      holder.stdin.end();
      await once(holder, 'exit');
    },
  };
}

function diskAt(folder: string): Disk {
  const path = join(folder, filler);
  return {
    fill: () => appendUntilFull(path),
    free: () => rm(path, { force: true }),
  };
}

/** Appends portions of decreasing size, so that no space is left. */
async function appendUntilFull(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let bytes = chunk.byteLength; bytes > 0; ) {
      const isWritten = await file.write(chunk, 0, bytes).then(
        ({ bytesWritten }) => bytesWritten > 0,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') {
            throw error;
          }
          return false;
        },
      );
      bytes = isWritten ? bytes : Math.floor(bytes / 2);
    }
  } finally {
    await file.close();
  }
}
