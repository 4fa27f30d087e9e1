// Compiles programs from pinned versions of Go modules. Go verifies the modules with its checksum database.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { cached, checkoutCache } from './cache.mjs';

const run = promisify(execFile);

/** Resolves with the path of the program, or rejects with the reason. The first call compiles the program. */
export async function goInstall({ module, version }) {
  const name = basename(module);
  const dir = join(checkoutCache, `${name}-${version}`);
  await cached(dir, (work) =>
    go(['install', '-trimpath', '-ldflags', '-s -w', `${module}@v${version}`], { GOBIN: work }),
  );
  return join(dir, name);
}

/** Resolves with a folder that contains the files of a module. */
export async function goModule({ module, version }) {
  const { stdout } = await go(['mod', 'download', '-json', `${module}@v${version}`]);
  return JSON.parse(stdout).Dir;
}

async function go(args, env = {}) {
  mkdirSync(checkoutCache, { recursive: true });
  const settings = { CGO_ENABLED: '0', GOFLAGS: '', ...env };
  try {
    return await run('go', args, { cwd: checkoutCache, env: { ...process.env, ...settings } });
  } catch (cause) {
    if (cause.code === 'ENOENT') {
      throw new Error('Go is not installed on this machine', { cause });
    }
    throw new Error(`go ${args.join(' ')} failed: ${cause.stderr ?? cause.message}`, { cause });
  }
}
