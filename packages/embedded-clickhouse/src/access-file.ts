import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';
import type { ClickHouseAccess } from './access.js';

/** Name of the file in the data directory that contains the access. Other processes of the same user read it. */
const accessFile = 'access.json';

/** Saves the access while the server runs. Throws DIRECTORY_UNUSABLE if the file cannot be written. */
export function saveAccess(dataDir: string, access: ClickHouseAccess): void {
  writePrivateFile(join(dataDir, accessFile), `${JSON.stringify(access)}\n`);
}

/**
 * Removes the access file after the server has ended. A killed process leaves the file behind, but its password is then
 * no longer valid.
 */
export function removeAccess(dataDir: string): void {
  rmSync(join(dataDir, accessFile), { force: true });
}

/**
 * Returns the access to the server that runs in `dataDir`. Throws EMBEDDED_CLICKHOUSE_NOT_RUNNING if no server runs
 * there, and DIRECTORY_UNUSABLE if this user may not read the file.
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

/** Writes a file that only its owner can read, even if an existing file with this name has another mode. */
export function writePrivateFile(path: string, text: string): void {
  try {
    rmSync(path, { force: true });
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new AppError('DIRECTORY_UNUSABLE', `cannot write ${path}`, { cause });
  }
}
