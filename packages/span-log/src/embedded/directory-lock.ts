import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '@spanhouse/service-runtime';
import { reasonOf } from '../reason-of.js';

export interface DirectoryLock {
  release(): void;
}

/**
 * Makes this process the only owner of a directory until it releases the lock or ends, however it
 * ends: the lock is SQLite's on an empty database, which is the kernel's. Node has no other file
 * lock, and a file with a process id blocks a container for ever whose process always has id 1.
 */
export const lockDirectory = (directory: string): DirectoryLock => {
  const file = join(directory, 'owner.lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    throw toLockError(directory, error);
  }
  const locked = database;
  return { release: () => locked.close() };
};

const toLockError = (directory: string, cause: unknown): AppError =>
  reasonOf(cause).includes('locked')
    ? new AppError('LOG_IN_USE', `another process uses the span log in ${directory}`, { cause })
    : new AppError('LOG_UNAVAILABLE', `the span log in ${directory} cannot be written`, { cause });
