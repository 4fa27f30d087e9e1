import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';
import type { ClickHouseAccess } from './access.js';

/** Name of the file in the data directory that other processes of the owner read. */
const accessFile = 'access.json';

/** Saves the access while the server runs. Throws DIRECTORY_UNUSABLE. */
export function saveAccess(dataDir: string, access: ClickHouseAccess): void {
  writePrivateFile(join(dataDir, accessFile), `${JSON.stringify(access)}\n`);
}

/** Removes the access after the server has ended. The file of a killed process remains, but grants no access. */
export function removeAccess(dataDir: string): void {
  rmSync(join(dataDir, accessFile), { force: true });
}

/**
 * Returns the access to the server that runs in `dataDir`, for its owner. Throws
 * EMBEDDED_CLICKHOUSE_NOT_RUNNING if no server runs there, and DIRECTORY_UNUSABLE if this user may not read it.
 */
export function readAccess(dataDir: string): ClickHouseAccess {
  const path = join(dataDir, accessFile);
  try {
    const { url, user, password } = JSON.parse(readFileSync(path, 'utf8'));
    return { url, user, password };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new AppError(
        'EMBEDDED_CLICKHOUSE_NOT_RUNNING',
        `no embedded ClickHouse runs in ${dataDir}`,
        { cause },
      );
    }
    throw new AppError('DIRECTORY_UNUSABLE', `cannot read ${path}`, { cause });
  }
}

/** Writes a file that only its owner can read, regardless of the mode of an earlier file with this name. */
export function writePrivateFile(path: string, text: string): void {
  try {
    rmSync(path, { force: true });
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new AppError('DIRECTORY_UNUSABLE', `cannot write ${path}`, { cause });
  }
}
