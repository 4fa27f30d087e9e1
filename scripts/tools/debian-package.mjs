// Unpacks programs from Debian packages into the cache. Does not install the packages and does not need root.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached, checkoutCache } from './cache.mjs';

const run = promisify(execFile);

/**
 * Resolves with a folder that contains the files of a package, or rejects with the reason. `version` is the upstream
 * version, because Debian offers only its newest revision. The signed package list contains the checksum of that
 * revision.
 */
export async function debianPackage({ name, version }) {
  const dir = join(checkoutCache, `${name}-${version}`);
  await cached(dir, async (work) => {
    await aptGet(work, []).catch(async () => aptGet(work, await ownLists(work)));
    const file = readdirSync(work).find((entry) => entry.startsWith(`${name}_${version}-`));
    if (file === undefined) {
      throw new Error(`Debian does not offer ${name} in version ${version}`);
    }
    await run('dpkg-deb', ['-x', join(work, file), work]);
  });
  return dir;

  async function aptGet(cwd, options) {
    await run('apt-get', [...options, '-q', 'download', name], { cwd }).catch((cause) => {
      const isDebian = cause.code !== 'ENOENT';
      throw new Error(
        isDebian
          ? cause.stderr
          : `${name} comes from a Debian package, and this system is not Debian`,
      );
    });
  }
}

/** Downloads separate package lists. The lists of the system may be missing or old, and only root may update them. */
async function ownLists(work) {
  const state = join(work, 'apt');
  mkdirSync(join(state, 'lists/partial'), { recursive: true });
  const options = ['-o', `Dir::State=${state}`, '-o', `Dir::Cache=${state}`];
  await run('apt-get', [...options, '-q', 'update']);
  return options;
}

/** Rejects if a program of a package needs libraries that this machine does not have. */
export async function requireLibraries(program) {
  const { stdout } = await run('ldd', [program]);
  const missing = stdout.split('\n').filter((line) => line.includes('not found'));
  if (missing.length > 0) {
    throw new Error(`${program} lacks libraries: ${missing.join().trim()}`);
  }
}
