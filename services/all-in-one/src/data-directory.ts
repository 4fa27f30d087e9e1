import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  readFileSync,
  realpathSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { type BootedService, ConfigError, type Logger } from '@spanhouse/service-runtime';
import type { allInOneConfigFields } from './config.js';

const TOKEN_SECRET_BYTES = 32;
const tokenSecretFile = 'token-secret';
/** The file that `lockDirectory` uses to give one process ownership of the directory. */
const lockFile = 'owner.lock';

/** The directory in which the embedded parts store their data. Only one process owns it at a time. */
export interface DataDirectory {
  /** The absolute path of the directory. */
  readonly path: string;
  /** The folder for the LMDB log. */
  readonly logPath: string;
  /** The folder for the embedded ClickHouse. */
  readonly clickhousePath: string;
  /** The SQLite file for the catalog. */
  readonly catalogPath: string;
}

/** The booted process and its data directory. Functions that open a part need both. The lifecycle closes the part. */
export type Surroundings = BootedService<typeof allInOneConfigFields> & DataDirectory;

/**
 * Creates the directory if it is missing, and returns the path of each part. Only the owner of the directory has
 * access. If an earlier version gave access to other users, this access is revoked. Throws a ConfigError if this
 * process cannot write to the directory.
 */
export function openDataDirectory(dataDir: string, logger: Logger): DataDirectory {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `DATA_DIR: must be a directory that this process can write to: ${reason}; use another directory, or start as a user who may write to this one`,
    ]);
  }
  const directory = {
    path,
    logPath: join(path, 'log'),
    clickhousePath: join(path, 'clickhouse'),
    catalogPath: join(path, 'catalog.sqlite'),
  };
  const parts = partsOf(directory);
  requireAccess(parts);
  tightenModes(path, { parts, logger });
  return directory;
}

/** Throws a ConfigError that names the first part that this process cannot use, for example a file that root owns. */
function requireAccess(parts: readonly string[]): void {
  for (const part of parts.filter((path) => existsSync(path))) {
    try {
      accessSync(part, constants.R_OK | constants.W_OK);
    } catch {
      throw new ConfigError([
        `DATA_DIR: this user may not read and write ${part}; start as the user who owns it, or use another directory`,
      ]);
    }
  }
}

/**
 * Returns the paths of all files and folders that Spanhouse itself creates in the directory. Other programs may store
 * other files there.
 */
function partsOf({ path, logPath, clickhousePath, catalogPath }: DataDirectory): readonly string[] {
  const catalogFiles = ['', '-wal', '-shm', '-journal'].map((suffix) => catalogPath + suffix);
  const ownFiles = [tokenSecretFile, lockFile, 'promotion'].map((name) => join(path, name));
  return [logPath, clickhousePath, ...catalogFiles, ...ownFiles];
}

/**
 * Reads the secret that signs receipts and cursors. The first call creates the secret in a file that only the file's
 * owner can read.
 */
export function loadTokenSecret({ path }: DataDirectory): string {
  const file = join(path, tokenSecretFile);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // An unreadable existing secret must not be replaced, because all issued receipts would become invalid.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
    const secret = randomBytes(TOKEN_SECRET_BYTES).toString('hex');
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}

/** Permission bits of all users except the owner. */
const OTHERS = 0o077;
/**
 * Maximum number of entries checked per start, so that the check takes only seconds. The next start checks the
 * remaining entries. Until then, other users cannot access them, because the data directory is already private.
 */
const MAX_ENTRIES = 200_000;

/** The number of changed entries and the list of entries that could not be changed. */
interface Tally {
  seen: number;
  tightened: number;
  refused: string[];
}

/**
 * Revokes the access of other users to a data directory. Starts with the directory itself, which protects everything
 * below it, and continues with its `parts` and their content.
 *
 * - Skips private directories below `parts`. Their content is already private, because a directory becomes private only
 *   after all its entries. Later starts therefore check only `root`, `parts` and their entries.
 * - Does not change entries of other users. One warning names the first of these entries.
 */
export function tightenModes(
  root: string,
  { parts, logger }: { readonly parts: readonly string[]; readonly logger: Logger },
): void {
  const tally: Tally = { seen: 0, tightened: 0, refused: [] };
  tightenEntry(realpathSync(root), tally);
  for (const part of parts.filter((path) => existsSync(path))) {
    const path = realpathSync(part); // a part may be a link to a directory on another disk
    if (!lstatSync(path).isDirectory() || tightenBelow(path, tally)) {
      tightenEntry(path, tally);
    }
  }
  const { seen, tightened, refused } = tally;
  if (refused.length > 0) {
    logger.warn(
      { path: refused[0], count: refused.length },
      'cannot make the data directory private: another user owns a part of it',
    );
  }
  if (tightened > 0) {
    const isComplete = seen < MAX_ENTRIES;
    logger.info({ tightened, isComplete }, 'made the data directory private');
  }
}

/**
 * Makes the content of a directory private. Returns true if every entry is private. Otherwise the directory keeps its
 * mode, so that the next start continues there.
 */
function tightenBelow(directory: string, tally: Tally): boolean {
  const entries = opendirSync(directory);
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      if (tally.seen >= MAX_ENTRIES) {
        return false;
      }
      tally.seen += 1;
      const path = join(directory, entry.name);
      const isDone = !entry.isDirectory() || !isOpen(lstatSync(path)) || tightenBelow(path, tally);
      if (!isDone) {
        return false;
      }
      tightenEntry(path, tally);
    }
    return true;
  } finally {
    entries.closeSync();
  }
}

function tightenEntry(path: string, tally: Tally): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink() || !isOpen(stats)) {
    // A symbolic link has no mode, and its target does not belong to the directory.
    return;
  }
  try {
    chmodSync(path, stats.mode & 0o7777 & ~OTHERS);
    tally.tightened += 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') {
      throw error;
    }
    tally.refused.push(path);
  }
}

function isOpen(stats: Stats): boolean {
  return (stats.mode & OTHERS) !== 0;
}
