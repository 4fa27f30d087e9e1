import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError, createBackoff, lockDirectory, systemClock, } from '@spanhouse/service-runtime';
import { findChdbLibrary } from './chdb-library.js';
import { spawnClickHouse } from './clickhouse-process.js';
import { ClickHouseSupervisor } from './clickhouse-supervisor.js';
import { findFreePort } from './free-port.js';
import { probeServer } from './probe-server.js';
import { defaultMaxMemoryBytes, toConfigXml } from './server-config.js';
const HOST = '127.0.0.1';
const RESTART_BACKOFF = { initialMs: 100, maxMs: 5000 };
/**
 * Rejects with an AppError: EMBEDDED_CLICKHOUSE_UNSUPPORTED (no package for this platform),
 * DIRECTORY_IN_USE, DIRECTORY_UNUSABLE, EMBEDDED_CLICKHOUSE_FAILED (the server does not start).
 */
export async function startEmbeddedClickHouse(options) {
    const libraryPath = findChdbLibrary();
    const dataDir = resolve(options.dataDir);
    const lock = lockDirectory(dataDir);
    try {
        return await serve({ ...options, dataDir, libraryPath, lock });
    }
    catch (error) {
        lock.release();
        throw error;
    }
}
async function serve(options) {
    const { dataDir, libraryPath, lock, logger } = options;
    const httpPort = await findFreePort(HOST);
    const url = `http://${HOST}:${httpPort}`;
    const instanceId = randomUUID();
    const maxMemoryBytes = options.maxMemoryBytes ?? defaultMaxMemoryBytes();
    const configPath = writeConfig(dataDir, { dataDir, httpPort, instanceId, maxMemoryBytes });
    const supervisor = new ClickHouseSupervisor({
        spawn: () => spawnClickHouse(libraryPath, configPath),
        probe: (signal) => probeServer(url, instanceId, signal),
        backoff: createBackoff(RESTART_BACKOFF),
        clock: systemClock,
        logger,
    });
    let giveUp = () => undefined;
    const failed = new Promise((_resolve, reject) => {
        giveUp = reject;
    });
    failed.catch((err) => logger.fatal({ err }, 'clickhouse cannot be kept running'));
    try {
        await supervisor.start(giveUp);
    }
    catch (error) {
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
function writeConfig(dataDir, config) {
    const path = join(dataDir, 'config.xml');
    try {
        writeFileSync(path, toConfigXml(config), { mode: 0o600 });
    }
    catch (cause) {
        throw new AppError('DIRECTORY_UNUSABLE', `cannot write ${path}`, { cause });
    }
    return path;
}
//# sourceMappingURL=start-embedded-clickhouse.js.map