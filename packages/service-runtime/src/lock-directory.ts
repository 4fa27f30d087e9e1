import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from './app-error.js';

export interface DirectoryLock {
  /** MAY be called more than once. */
  release(): void;
}

const LOCK_FILE = 'owner.lock';
/** Primary result codes of SQLite for a lock that somebody else holds. */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
/** A database that is garbage collected is closed, and its lock gone: held here until released. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only owner of a directory, created when it is not there, until it releases
 * the lock or ends in any way. Throws DIRECTORY_IN_USE or DIRECTORY_UNUSABLE.
 *
 * The lock is the kernel's, which Node offers through SQLite only: nothing is left over after
 * kill -9, and no process id can be mistaken for that of an earlier owner.
 */
export function lockDirectory(directory: string): DirectoryLock {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    database = new DatabaseSync(join(directory, LOCK_FILE));
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
      if (held.delete(locked)) locked.close();
    },
  };
}

function isHeld(cause: unknown): boolean {
  const { errcode } = cause as { readonly errcode?: number };
  return errcode === SQLITE_BUSY || errcode === SQLITE_LOCKED;
}
