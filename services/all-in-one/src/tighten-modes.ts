import { chmodSync, existsSync, lstatSync, opendirSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@spanhouse/service-runtime';

/** Permission bits of all users except the owner. */
const OTHERS = 0o077;
/**
 * Maximum number of entries in one start, which limits the work to seconds. The next start continues, and until then
 * other users have no access to the remaining entries.
 */
const MAX_ENTRIES = 200_000;

/** Number of changed entries, and a list of the entries that could not be changed. */
interface Tally {
  seen: number;
  tightened: number;
  refused: string[];
}

/**
 * Removes the access of other users to a data directory: first to the directory itself, which also protects everything
 * below it, and then to its `parts` and their content.
 *
 * - A private directory below `parts` is skipped, because its content always becomes private before the directory
 *   itself. So later starts check only `root`, `parts` and their entries.
 * - An entry of another user keeps its mode. One warning names the first of these entries.
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
 * Removes access to a directory's content. Returns true if every entry is private; otherwise the directory keeps its
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
    // A link has no mode, and its target does not belong to the directory.
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
