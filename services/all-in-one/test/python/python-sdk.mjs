// Installs the OpenTelemetry Python SDK and openapi-python-client in the user's cache, in a separate folder for each
// requirements file.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached, userCache } from '../../../../scripts/tools/cache.mjs';

const requirementsFile = join(import.meta.dirname, 'requirements.txt');

/**
 * Resolves with a folder for PYTHONPATH, or with undefined if the SDK is not available. Only a run with `CI=true`
 * downloads the SDK; later runs find it in the cache.
 */
export async function pythonWithSdk() {
  const version = createHash('sha256')
    .update(readFileSync(requirementsFile))
    .digest('hex')
    .slice(0, 12);
  const dir = join(userCache, `otel-python-${version}-packages`);
  const mayFetch = process.env.CI === 'true' && spawnSync('python3', ['--version']).status === 0;
  if (!(existsSync(dir) || mayFetch)) {
    return undefined;
  }
  await cached(dir, (work) => {
    const quiet = ['-q', '--disable-pip-version-check'];
    const install = ['-m', 'pip', 'install', ...quiet, '--target', work, '-r', requirementsFile];
    execFileSync('python3', install, { stdio: 'inherit' });
  });
  return dir;
}
