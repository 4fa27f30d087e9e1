import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '@spanhouse/service-runtime';

const TOKEN_SECRET_BYTES = 32;

/** Where the embedded parts keep what they have; one process owns it. */
export interface DataDirectory {
  /** Absolute. */
  readonly path: string;
  readonly logPath: string;
  readonly clickhousePath: string;
  readonly catalogPath: string;
}

/** Makes the directory when it is missing; throws a ConfigError when it cannot be written. */
export function openDataDirectory(dataDir: string): DataDirectory {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`DATA_DIR: cannot be written: ${reason}`]);
  }
  return {
    path,
    logPath: join(path, 'log'),
    clickhousePath: join(path, 'clickhouse'),
    catalogPath: join(path, 'catalog.sqlite'),
  };
}

/** The secret that signs receipts and cursors: made once, readable for its owner only. */
export function loadTokenSecret({ path }: DataDirectory): string {
  const file = join(path, 'token-secret');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const secret = randomBytes(TOKEN_SECRET_BYTES).toString('hex');
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}
