import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../app-error.js';

export interface DirectoryLock {
  /** Releases the lock. MAY be called more than once. */
  release(): void;
}

const lockFile = 'owner.lock';
/** Primary SQLite result codes for a lock that another process holds. */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
/**
 * The databases of all held locks. These references prevent garbage collection, which would close the databases and
 * thus release the locks.
 */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only owner of a directory until it releases the lock or ends. Creates the directory if it is
 * missing. Throws DIRECTORY_IN_USE or DIRECTORY_UNUSABLE. The lock is an exclusive transaction on an empty SQLite
 * database. The kernel releases it when the process ends for any reason, so a stale lock cannot remain. A file with a
 * process id, in contrast, would remain after `kill -9`.
 */
export function lockDirectory(directory: string): DirectoryLock {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, lockFile);
    closeSync(openSync(file, 'a', 0o600)); // SQLite creates files with read access for other users
    database = new DatabaseSync(file);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    database?.close();
    throw isHeld(cause)
      ? new AppError('DIRECTORY_IN_USE', `another process uses ${directory}`, { cause })
      : new AppError('DIRECTORY_UNUSABLE', `${directory} cannot be used`, { cause });
  }
  const locked = database;
  held.add(locked);
  return {
    release() {
      if (held.delete(locked)) {
        locked.close();
      }
    },
  };
}

function isHeld(cause: unknown): boolean {
  const { errcode } = cause as { readonly errcode?: number };
  return errcode === SQLITE_BUSY || errcode === SQLITE_LOCKED;
}
