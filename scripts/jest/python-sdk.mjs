// A virtual environment with the OpenTelemetry Python SDK, kept in the user's cache, one per requirements file.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const REQUIREMENTS = 'services/all-in-one/test/python/requirements.txt';

/** The interpreter of the environment. Makes the environment in CI; elsewhere undefined when it is not there yet. */
export function pythonWithSdk() {
  const version = createHash('sha256')
    .update(readFileSync(REQUIREMENTS))
    .digest('hex')
    .slice(0, 12);
  const cacheHome = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const dir = join(cacheHome, 'spanhouse', `otel-python-${version}`);
  const python = join(dir, 'bin', 'python');
  if (existsSync(join(dir, 'complete'))) return python;
  if (process.env.CI !== 'true') return undefined;
  if (spawnSync('python3', ['--version']).status !== 0) return undefined;
  rmSync(dir, { recursive: true, force: true });
  execFileSync('python3', ['-m', 'venv', dir], { stdio: 'inherit' });
  const install = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '-r', REQUIREMENTS];
  execFileSync(python, install, { stdio: 'inherit' });
  execFileSync('touch', [join(dir, 'complete')]);
  return python;
}
