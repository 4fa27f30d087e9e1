import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';
import type { ClickHouseAccess } from './access.js';

/** File in the data directory with the server's address and credentials. Other processes of the same user read it. */
const accessFile = 'access.json';

/** Writes the access file of a running server. Throws DIRECTORY_UNUSABLE if the file cannot be written. */
export function saveAccess(dataDir: string, access: ClickHouseAccess): void {
  writePrivateFile(join(dataDir, accessFile), `${JSON.stringify(access)}\n`);
}

/**
 * Removes the access file after the server has ended. If the process is killed, the file remains, but its password is
 * then no longer valid.
 */
export function removeAccess(dataDir: string): void {
  rmSync(join(dataDir, accessFile), { force: true });
}

/**
 * Returns the address and credentials of the server that runs in `dataDir`. Throws EMBEDDED_CLICKHOUSE_NOT_RUNNING if
 * no server runs there, and DIRECTORY_UNUSABLE if this user may not read the access file.
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
