import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  AppError,
  createBackoff,
  type DirectoryLock,
  type Logger,
  lockDirectory,
  systemClock,
} from '@spanhouse/service-runtime';
import { findChdbLibrary } from './chdb-library.js';
import { spawnClickHouse } from './clickhouse-process.js';
import { ClickHouseSupervisor } from './clickhouse-supervisor.js';
import { findFreePort } from './free-port.js';
import { lowerMergePriority } from './merge-priority.js';
import { probeServer } from './probe-server.js';
import { defaultMaxMemoryBytes, MERGE_THREADS, toConfigXml } from './server-config.js';

export interface EmbeddedClickHouseOptions {
  /** Created when it is not there; belongs to this server alone. */
  readonly dataDir: string;
  readonly logger: Logger;
  /** Bound of the server's own memory. Default: a quarter of the machine, between 1 and 3 GiB. */
  readonly maxMemoryBytes?: number;
}

/**
 * A ClickHouse server on loopback, as a child process of this one.
 *
 * - Answers queries at `url` from the moment `startEmbeddedClickHouse` resolves.
 * - When it dies it comes back at the same `url` with the data it had stored; queries in between
 *   fail like those to any server that is away, and callers retry them.
 * - It ends when this process ends, however that happens.
 */
export interface EmbeddedClickHouse {
  /** `http://127.0.0.1:port`, user `default`, no password. */
  readonly url: string;
  /** Of the server that runs now. */
  pid(): number | undefined;
  /** Rejects with an AppError when the server cannot be kept running; never resolves. */
  readonly failed: Promise<never>;
  /** Ends the server and gives up the data directory. MAY be called more than once. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const RESTART_BACKOFF = { initialMs: 100, maxMs: 5000 };

/**
 * Rejects with an AppError: EMBEDDED_CLICKHOUSE_UNSUPPORTED (no package for this platform),
 * DIRECTORY_IN_USE, DIRECTORY_UNUSABLE, EMBEDDED_CLICKHOUSE_FAILED (the server does not start).
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
  const httpPort = await findFreePort(HOST);
  const url = `http://${HOST}:${httpPort}`;
  const instanceId = randomUUID();
  const maxMemoryBytes = options.maxMemoryBytes ?? defaultMaxMemoryBytes();
  const configPath = writeConfig(dataDir, { dataDir, httpPort, instanceId, maxMemoryBytes });

  const supervisor = new ClickHouseSupervisor({
    spawn: () => {
      const server = spawnClickHouse(libraryPath, configPath);
      void lowerMergePriority(server, MERGE_THREADS, systemClock);
      return server;
    },
    probe: (signal) => probeServer(url, instanceId, signal),
    backoff: createBackoff(RESTART_BACKOFF),
    clock: systemClock,
    logger,
  });
  let giveUp: (error: AppError) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  failed.catch((err) => logger.fatal({ err }, 'clickhouse cannot be kept running'));
  try {
    await supervisor.start(giveUp);
  } catch (error) {
    await supervisor.close();
    throw error;
  }
  logger.info({ url, dataDir, pid: supervisor.pid }, 'clickhouse is ready');
  return {
    url,
    pid: () => supervisor.pid,
    failed,
    async close() {
      await supervisor.close();
      lock.release();
    },
  };
}

function writeConfig(dataDir: string, config: Parameters<typeof toConfigXml>[0]): string {
  const path = join(dataDir, 'config.xml');
  try {
    writeFileSync(path, toConfigXml(config), { mode: 0o600 });
  } catch (cause) {
    throw new AppError('DIRECTORY_UNUSABLE', `cannot write ${path}`, { cause });
  }
  return path;
}
