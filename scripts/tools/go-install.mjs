// Programs out of Go modules. The version is pinned, its checksums are those of Go's checksum database.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const { PRIORITY_LOW } = constants.priority;

/** Where tools are kept between runs. */
export const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** Path of the program, compiled on first use. Rejects with the reason where it cannot be had. */
export async function goInstall({ module, version }) {
  const name = basename(module);
  const dir = join(CACHE, `${name}-${version}`);
  await cached(dir, (work) =>
    go(['install', '-trimpath', '-ldflags', '-s -w', `${module}@v${version}`], { GOBIN: work }),
  );
  return join(dir, name);
}

/** Folder with the files of a module. */
export async function goModule({ module, version }) {
  const { stdout } = await go(['mod', 'download', '-json', `${module}@v${version}`]);
  return JSON.parse(stdout).Dir;
}

async function go(args, env = {}) {
  mkdirSync(CACHE, { recursive: true });
  const settings = { CGO_ENABLED: '0', GOFLAGS: '', ...env };
  try {
    const running = run('go', args, { cwd: CACHE, env: { ...process.env, ...settings } });
    // Tests with time limits may run meanwhile.
    if (running.child.pid !== undefined) setPriority(running.child.pid, PRIORITY_LOW);
    return await running;
  } catch (cause) {
    if (cause.code === 'ENOENT') throw new Error('there is no Go on this machine', { cause });
    throw new Error(`go ${args.join(' ')} failed: ${cause.stderr ?? cause.message}`, { cause });
  }
}

/** Lets `fill` write into a new folder that becomes `dir`; another process may have been faster. */
export async function cached(dir, fill) {
  if (existsSync(dir)) return;
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, 'filling-'));
  try {
    await fill(work);
    renameSync(work, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
