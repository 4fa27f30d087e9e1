import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './service-process.js';

const run = promisify(execFile);

/**
 * The last commit before the ledger, the prober and the faults of `npm run chaos` were added. Its rows and settings
 * have their current format, but two tables are missing.
 */
export const previousRelease = 'c67e914b';

/** Builds a commit of this repository in a separate folder, which later runs reuse. Resolves with the folder. */
export async function buildRelease(commit: string): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], {
    cwd: repository,
  });
  const hash = stdout.trim();
  const folder = join(tmpdir(), `spanhouse-release-${hash}`);
  const stamp = join(folder, '.built');
  if (existsSync(stamp)) {
    return folder;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '--output', archive, hash], { cwd: repository });
  await run('tar', ['-xf', archive], { cwd: folder });
  await run(process.execPath, ['scripts/set-up.mjs', '--build'], { cwd: folder });
  writeFileSync(stamp, '');
  return folder;
}

/** Returns the ClickHouse migrations that this build has and the build in `root` lacks. */
export function newMigrations(root: string): readonly string[] {
  const migrations = 'packages/trace-store/migrations';
  const known = new Set(readdirSync(join(root, migrations)));
  return readdirSync(join(repository, migrations)).filter((file) => !known.has(file));
}
