import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  AppError,
  createBackoff,
  type DirectoryLock,
  freePort,
  type Logger,
  lockDirectory,
  systemClock,
} from '@spanhouse/service-runtime';
import { authorizationOf, type ClickHouseAccess, createAccess } from './access.js';
import { removeAccess, saveAccess, writePrivateFile } from './access-file.js';
import { spawnClickHouse } from './clickhouse-process.js';
import { ClickHouseSupervisor } from './clickhouse-supervisor.js';
import { lowerMergePriority } from './merge-priority.js';
import { ownerGrants, type ServerUsers, usersXml } from './server-users.js';
import { element } from './xml.js';

export interface EmbeddedClickHouseOptions {
  /** The data directory, which is created if it is missing. No other process may use it while the server runs. */
  readonly dataDir: string;
  readonly logger: Logger;
  /** Maximum memory of the server. The default is a quarter of the machine's memory, between 1 and 3 GiB. */
  readonly maxMemoryBytes?: number;
}

/**
 * A ClickHouse server on loopback in a child process.
 *
 * - It responds to queries at `url` after `startEmbeddedClickHouse` has resolved.
 * - It accepts only requests with the password of this start. The password is in the memory of this process and in
 *   files that only this user can read. Other processes of the same user get the password with `readAccess`.
 * - If the server ends unexpectedly, it is restarted at the same `url` with its stored data. Queries MAY fail until the
 *   new server responds; callers MUST retry them.
 * - The server ends when this process ends, for any reason.
 */
export interface EmbeddedClickHouse extends ClickHouseAccess {
  /** Returns the process id of the current server. It changes with every restart. */
  pid(): number | undefined;
  /** Rejects with an AppError if the server cannot be restarted; never resolves. */
  readonly failed: Promise<never>;
  /** Ends the server and releases the data directory. MAY be called more than once. */
  close(): Promise<void>;
}

const host = '127.0.0.1';
const restartBackoff = { initialMs: 100, maxMs: 5000 };

/**
 * Starts a server in `dataDir` and resolves when it responds. The caller MUST close it. Rejects with an AppError:
 * - EMBEDDED_CLICKHOUSE_UNSUPPORTED: there is no package for this platform.
 * - DIRECTORY_IN_USE: another process uses the directory.
 * - DIRECTORY_UNUSABLE: this process cannot use the directory.
 * - EMBEDDED_CLICKHOUSE_FAILED: the server does not start.
 */
export async function startEmbeddedClickHouse(
  options: EmbeddedClickHouseOptions,
): Promise<EmbeddedClickHouse> {
  const libraryPath = findChdbLibrary();
  const dataDir = resolve(options.dataDir);
  const lock = lockDirectory(dataDir);
  try {
    return await serve({ ...options, dataDir, libraryPath, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface ServeOptions extends EmbeddedClickHouseOptions {
  readonly libraryPath: string;
  readonly lock: DirectoryLock;
}

async function serve(options: ServeOptions): Promise<EmbeddedClickHouse> {
  const { dataDir, libraryPath, lock, logger } = options;
  const httpPort = await freePort(host);
  const access = createAccess(`http://${host}:${httpPort}`);
  const instanceId = randomUUID();
  const maxMemoryBytes = options.maxMemoryBytes ?? defaultMaxMemoryBytes();
  const configPath = join(dataDir, configFile);
  const users = { access, grants: ownerGrants };
  writePrivateFile(configPath, toConfigXml({ dataDir, instanceId, maxMemoryBytes, ...users }));

  const supervisor = new ClickHouseSupervisor({
    spawn: () => {
      const server = spawnClickHouse(libraryPath, configPath);
      void lowerMergePriority(server, mergeThreads, systemClock);
      return server;
    },
    probe: (signal) => probeServer(access, instanceId, signal),
    backoff: createBackoff(restartBackoff),
    clock: systemClock,
    logger,
  });
  const { promise: failed, reject: giveUp } = Promise.withResolvers<never>();
  failed.catch((err) => logger.fatal({ err }, 'clickhouse cannot be restarted'));
  try {
    await supervisor.start(giveUp);
    saveAccess(dataDir, access);
  } catch (error) {
    await supervisor.close();
    throw error;
  }
  logger.info({ dataDir, pid: supervisor.pid }, 'clickhouse is ready');
  return {
    ...access,
    pid: () => supervisor.pid,
    failed,
    async close() {
      await supervisor.close();
      removeAccess(dataDir);
      lock.release();
    },
  };
}

const PROBE_TIMEOUT_MS = 1000;
const identityHeader = 'x-clickhouse-server-display-name';

/** Resolves with true if a server responds to its owner's query and is the server that this process started. */
export async function probeServer(
  access: ClickHouseAccess,
  instanceId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = fetch(`${access.url}/?query=SELECT+1`, {
    // A persistent connection would delay the server's shutdown.
    headers: { connection: 'close', authorization: authorizationOf(access) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
  });
  const isOurs = async ({ ok, headers, body }: Response) => {
    await body?.cancel();
    return ok && headers.get(identityHeader) === instanceId;
  };
  // If the connection is refused, reset or times out, the server is not ready yet.
  return await answer.then(isOurs, () => false);
}

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@chdb/lib-linux-x64-gnu',
};

type Resolve = (specifier: string) => string;

/**
 * Returns the path of the shared library that contains ClickHouse. Throws EMBEDDED_CLICKHOUSE_UNSUPPORTED if there is
 * no library for this platform or npm did not install it.
 */
export function findChdbLibrary(
  platform = `${process.platform}-${process.arch}`,
  resolve: Resolve = createRequire(import.meta.url).resolve,
): string {
  const name = packages[platform];
  if (name === undefined) {
    throw unsupported(`it does not exist for ${platform}`);
  }
  try {
    return join(dirname(resolve(`${name}/package.json`)), 'libchdb.so');
  } catch (cause) {
    // npm and pnpm skip optional packages for other platforms or another C library (musl).
    throw unsupported(`its package ${name} is not installed`, cause);
  }
}

function unsupported(reason: string, cause?: unknown): AppError {
  const message = `the embedded ClickHouse cannot run here: ${reason}; set CLICKHOUSE_URL to the address of a ClickHouse server`;
  return new AppError('EMBEDDED_CLICKHOUSE_UNSUPPORTED', message, { cause });
}

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Number of merge threads. Merges may use only half of the cores, because accepting spans is more important. */
const mergeThreads = Math.max(1, Math.floor(availableParallelism() / 2));

/** Name of the configuration file in the data directory. The file contains the owner's password. */
export const configFile = 'config.xml';

interface ServerConfig extends ServerUsers {
  readonly dataDir: string;
  /** Value of a header in every response, by which a probe recognizes this server. */
  readonly instanceId: string;
  readonly maxMemoryBytes: number;
}

/** Returns a quarter of the machine's memory, but at least the 1 GiB that merges need, and at most 3 GiB. */
export function defaultMaxMemoryBytes(machineBytes = totalmem()): number {
  return Math.min(Math.max(Math.floor(machineBytes / 4), GIB), 3 * GIB);
}

/** Returns the configuration file for a ClickHouse server that runs on one machine and has one owner. */
export function toConfigXml(config: ServerConfig): string {
  const settings: Readonly<Record<string, string | number>> = {
    path: join(config.dataDir, '/'),
    http_port: new URL(config.access.url).port,
    users_config: join(config.dataDir, configFile),
    listen_host: '127.0.0.1',
    display_name: config.instanceId,
    timezone: 'UTC',
    // When the server starts, it overwrites logger/level but not this setting.
    'log-level': 'warning',
    max_server_memory_usage: config.maxMemoryBytes,
    // By default, each of these caches may grow to 5 GiB, which is suitable only for a dedicated machine.
    mark_cache_size: 128 * MIB,
    index_mark_cache_size: 64 * MIB,
    index_uncompressed_cache_size: 64 * MIB,
    mmap_cache_size: 100,
    // The limit is high because clients may have abandoned many statements while the server was down. Such statements
    // must not block new ones.
    max_concurrent_queries: 2000,
    background_pool_size: mergeThreads,
    // Each merge thread takes up to eight merges and runs short merges first, so that short merges do not wait for long
    // ones. Merges of the trace index are short, so the index keeps few parts, which matters because a look-up reads
    // every part.
    background_merges_mutations_concurrency_ratio: 8,
    background_merges_mutations_scheduling_policy: 'shortest_task_first',
  };
  const lines = Object.entries(settings).map(([name, value]) => element(name, String(value)));
  const logger = [
    element('log', join(config.dataDir, 'clickhouse.log')),
    element('size', '10M'),
    element('count', '2'),
  ];
  // With this path, BACKUP … TO File('name') can write only to <dataDir>/backups/name.
  const backups = element('allowed_path', 'backups/');
  const groups = [`<logger>${logger.join('')}</logger>`, `<backups>${backups}</backups>`];
  const parts = [...lines, ...groups, usersXml(config)];
  return `<clickhouse>\n${parts.join('\n')}\n</clickhouse>\n`;
}
