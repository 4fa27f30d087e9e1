import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import {
  createBackoff,
  type DirectoryLock,
  freePort,
  type Logger,
  lockDirectory,
  systemClock,
} from '@spanhouse/service-runtime';
import { authorizationOf, type ClickHouseAccess, createAccess } from './access.js';
import { removeAccess, saveAccess, writePrivateFile } from './access-file.js';
import { findChdbLibrary } from './chdb-library.js';
import { spawnClickHouse } from './clickhouse-process.js';
import { ClickHouseSupervisor } from './clickhouse-supervisor.js';
import { lowerMergePriority } from './merge-priority.js';
import { configFile, defaultMaxMemoryBytes, mergeThreads, toConfigXml } from './server-config.js';
import { ownerGrants } from './server-users.js';

export interface EmbeddedClickHouseOptions {
  /** Directory of the data, which is created if it is missing. No other process may use it while the server runs. */
  readonly dataDir: string;
  readonly logger: Logger;
  /** Maximum memory of the server. The default is a quarter of the machine's memory, between 1 and 3 GiB. */
  readonly maxMemoryBytes?: number;
}

/**
 * A ClickHouse server on loopback in a child process.
 *
 * - It answers queries at `url` after `startEmbeddedClickHouse` has resolved.
 * - It answers only requests with the password of this start. The password is in the memory of this process and in
 *   files that only its user can read. Other processes of that user get it with `readAccess`.
 * - If it ends unexpectedly, it is restarted at the same `url` with its stored data. Queries MAY fail until then;
 *   callers MUST retry them.
 * - It ends when this process ends, for any reason.
 */
export interface EmbeddedClickHouse extends ClickHouseAccess {
  /** Returns the process id of the current server, which changes with every restart. */
  pid(): number | undefined;
  /** Rejects with an AppError if the server cannot be restarted; never resolves. */
  readonly failed: Promise<never>;
  /** Ends the server and releases the data directory. This function MAY be called more than once. */
  close(): Promise<void>;
}

const host = '127.0.0.1';
const restartBackoff = { initialMs: 100, maxMs: 5000 };

/**
 * Starts a server on `dataDir` and resolves when it answers. The caller owns the server and closes it.
 *
 * Rejects with an AppError:
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

/** Resolves with true if the server answers queries of its owner and is the server that this process started. */
export async function probeServer(
  access: ClickHouseAccess,
  instanceId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = fetch(`${access.url}/?query=SELECT+1`, {
    // A persistent connection would delay the end of the server.
    headers: { connection: 'close', authorization: authorizationOf(access) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
  });
  const isOurs = async ({ ok, headers, body }: Response) => {
    await body?.cancel();
    return ok && headers.get(identityHeader) === instanceId;
  };
  // If the connection is refused, reset or timed out, the server is not ready yet.
  return await answer.then(isOurs, () => false);
}
