import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../app-error.js';

export interface DirectoryLock {
  /** MAY be called more than once. */
  release(): void;
}

const lockFile = 'owner.lock';
/** Primary result codes of SQLite for a lock that another process holds. */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
/** Holds the databases until they are released: garbage collection would close them and end their locks. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only owner of a directory, which is created if it is missing, until the process releases
 * the lock or ends. Throws DIRECTORY_IN_USE or DIRECTORY_UNUSABLE.
 *
 * Holds an exclusive transaction on an empty SQLite database. The kernel releases that lock when the process ends,
 * however it ends, so no stale lock remains; a file with a process id would outlive `kill -9`.
 */
export function lockDirectory(directory: string): DirectoryLock {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, lockFile);
    closeSync(openSync(file, 'a', 0o600)); // SQLite would let others read it
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
