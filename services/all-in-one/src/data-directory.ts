import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BootedService, ConfigError } from '@spanhouse/service-runtime';
import type { allInOneConfigFields } from './config.js';

const TOKEN_SECRET_BYTES = 32;

/** The directory in which the embedded parts store their data. One process owns it. */
export interface DataDirectory {
  /** The absolute path of the directory. */
  readonly path: string;
  /** The folder of the LMDB log. */
  readonly logPath: string;
  /** The folder of the embedded ClickHouse. */
  readonly clickhousePath: string;
  /** The SQLite file of the catalog. */
  readonly catalogPath: string;
}

/** What the parts are opened with: the process and its data directory. The lifecycle closes them. */
export type Surroundings = BootedService<typeof allInOneConfigFields> & DataDirectory;

/**
 * Creates the directory if it is missing, and returns the path of each part in it.
 * Throws a ConfigError if this process cannot write to it.
 */
export function openDataDirectory(dataDir: string): DataDirectory {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `DATA_DIR: must be a directory that this process can write to: ${reason}`,
    ]);
  }
  return {
    path,
    logPath: join(path, 'log'),
    clickhousePath: join(path, 'clickhouse'),
    catalogPath: join(path, 'catalog.sqlite'),
  };
}

/** Reads the secret that signs receipts and cursors. The first call creates it, readable by its owner only. */
export function loadTokenSecret({ path }: DataDirectory): string {
  const file = join(path, 'token-secret');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // A secret that exists but cannot be read must not be replaced: issued receipts would become invalid.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
    const secret = randomBytes(TOKEN_SECRET_BYTES).toString('hex');
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}
