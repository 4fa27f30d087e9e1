// Downloads wheels from PyPI without installing them. A checksum pins each wheel.
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Downloads a wheel into `dir` and resolves with its path. Rejects if the checksum differs. */
export async function downloadWheel({ name, version, sha256 }, dir) {
  const requirements = join(dir, 'requirements.txt');
  writeFileSync(requirements, `${name}==${version} --hash=sha256:${sha256}\n`);
  const flags = ['-q', '--disable-pip-version-check', '--no-deps', '--require-hashes'];
  await run('python3', ['-m', 'pip', 'download', ...flags, '-d', dir, '-r', requirements]);
  return join(
    dir,
    readdirSync(dir).find((file) => file.endsWith('.whl')),
  );
}
