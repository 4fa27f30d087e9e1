import { chmodSync, existsSync, lstatSync, opendirSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@spanhouse/service-runtime';

/** What others may do, which is what an earlier version left open. */
const OTHERS = 0o077;
/** Takes a few seconds at most. The entries beyond it are unreachable already, and the next start goes on with them. */
const MAX_ENTRIES = 200_000;

/** How many entries were changed, and which could not be. */
interface Tally {
  seen: number;
  tightened: number;
  refused: string[];
}

/**
 * Takes all access to a data directory from other users: first to the directory itself, and so to everything below
 * it, then to its `parts` and what they contain.
 *
 * - A directory that is private already is left as it is, because everything in it became private before it did. So
 *   the work is done once. Only `root`, `parts` and their entries are looked at in every start.
 * - Where another user owns an entry, its mode stays and one warning names it.
 */
export function tightenModes(
  root: string,
  { parts, logger }: { readonly parts: readonly string[]; readonly logger: Logger },
): void {
  const tally: Tally = { seen: 0, tightened: 0, refused: [] };
  tightenEntry(realpathSync(root), tally);
  for (const part of parts.filter((path) => existsSync(path))) {
    const path = realpathSync(part); // a part may be a link to another disk
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

/** Returns whether it got to the end; otherwise the directory must stay open, for the next start to find it. */
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
    // A link has no mode, and what it leads to is not ours to change.
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
