// Programs out of Debian's packages: unpacked into the cache, nothing installed, no root.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE, cached } from './go-install.mjs';

const run = promisify(execFile);

/**
 * Folder with the files of a package. `version` is the upstream one: of Debian's revisions only the newest can be had,
 * and its checksum is that of the signed package list. Rejects with the reason where it cannot be had.
 */
export async function debianPackage({ name, version }) {
  const dir = join(CACHE, `${name}-${version}`);
  await cached(dir, async (work) => {
    await aptGet(work, []).catch(async () => aptGet(work, await ownLists(work)));
    const file = readdirSync(work).find((entry) => entry.startsWith(`${name}_${version}-`));
    if (file === undefined) throw new Error(`Debian's ${name} is not of version ${version}`);
    await run('dpkg-deb', ['-x', join(work, file), work]);
  });
  return dir;

  async function aptGet(cwd, options) {
    await run('apt-get', [...options, '-q', 'download', name], { cwd }).catch((cause) => {
      const isDebian = cause.code !== 'ENOENT';
      throw new Error(isDebian ? cause.stderr : `${name} is a package of Debian, and this is not`);
    });
  }
}

/** Package lists of our own: the system's may be missing or old, and only root may renew them. */
async function ownLists(work) {
  const state = join(work, 'apt');
  mkdirSync(join(state, 'lists/partial'), { recursive: true });
  const options = ['-o', `Dir::State=${state}`, '-o', `Dir::Cache=${state}`];
  await run('apt-get', [...options, '-q', 'update']);
  return options;
}

/** Rejects when a program of a package needs libraries that this machine does not have. */
export async function requireLibraries(program) {
  const { stdout } = await run('ldd', [program]);
  const missing = stdout.split('\n').filter((line) => line.includes('not found'));
  if (missing.length > 0) throw new Error(`${program} lacks libraries: ${missing.join().trim()}`);
}
