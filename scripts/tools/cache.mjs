// Caches downloaded tools between runs.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Cache folder of this checkout. */
export const checkoutCache = join(import.meta.dirname, '../../node_modules/.cache');

/** Cache folder of this user, which all checkouts share. */
export const userCache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'spanhouse');

/**
 * Creates `dir` unless it exists. `fill` writes into a new folder, which is then renamed to `dir`. If another process
 * creates `dir` first, that folder is used.
 */
export async function cached(dir, fill) {
  if (existsSync(dir)) {
    return;
  }
  mkdirSync(dirname(dir), { recursive: true });
  const work = mkdtempSync(join(dirname(dir), 'filling-'));
  try {
    await fill(work);
    renameSync(work, dir);
  } catch (error) {
    if (!existsSync(dir)) {
      throw error;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
