// Prometheus and promtool out of Debian's package: unpacked into the cache, nothing installed, no root.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const VERSION = '2.42.0+ds-5+deb12u1';
const SHA256 = {
  amd64: '81d59a24fce84f7fbe97a45a4f2914b6a5881b5cd1db2a6a0e129e515e1a5f55',
};
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** Paths of the two programs. Rejects with the reason where they cannot be had. */
export async function prometheusTools() {
  const dir = join(CACHE, `prometheus-${VERSION}`);
  if (!existsSync(dir)) await fetchInto(dir);
  const prometheus = join(dir, 'usr/bin/prometheus');
  const promtool = join(dir, 'usr/bin/promtool');
  await Promise.all([checkLibraries(prometheus), checkLibraries(promtool)]);
  return { prometheus, promtool };
}

async function fetchInto(dir) {
  const arch = await debianArchitecture();
  if (SHA256[arch] === undefined) throw new Error(`Prometheus is not pinned for ${arch}`);
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, 'prometheus-'));
  try {
    const unpacked = join(work, 'unpacked');
    await run('dpkg-deb', ['-x', await download(work, arch), unpacked]);
    moveInto(dir, unpacked);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function debianArchitecture() {
  try {
    return (await run('dpkg', ['--print-architecture'])).stdout.trim();
  } catch (cause) {
    throw new Error("Prometheus comes from Debian's packages, and this is no Debian", { cause });
  }
}

/** Another process may have been faster; its copy is the same. */
function moveInto(dir, unpacked) {
  try {
    renameSync(unpacked, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
  }
}

async function download(work, arch) {
  await aptDownload(work, []).catch(async () => aptDownload(work, await ownLists(work)));
  const file = join(work, `prometheus_${VERSION}_${arch}.deb`);
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (sum !== SHA256[arch]) throw new Error(`${file} has checksum ${sum}`);
  return file;
}

async function aptDownload(work, options) {
  await run('apt-get', [...options, '-q', 'download', `prometheus=${VERSION}`], { cwd: work });
}

/** Package lists of our own: the system's may be missing or old, and only root may renew them. */
async function ownLists(work) {
  const state = join(work, 'apt');
  mkdirSync(join(state, 'lists/partial'), { recursive: true });
  const options = ['-o', `Dir::State=${state}`, '-o', `Dir::Cache=${state}`];
  await run('apt-get', [...options, '-q', 'update']);
  return options;
}

async function checkLibraries(path) {
  const { stdout } = await run('ldd', [path]);
  const missing = stdout.split('\n').filter((line) => line.includes('not found'));
  if (missing.length > 0) throw new Error(`${path} lacks libraries: ${missing.join(', ').trim()}`);
}
