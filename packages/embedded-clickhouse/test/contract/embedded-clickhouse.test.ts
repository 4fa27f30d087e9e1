import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AppError, systemClock } from '@spanhouse/service-runtime';
import { createRecordingLogger, createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  type ClickHouseAccess,
  type EmbeddedClickHouse,
  startEmbeddedClickHouse,
} from '../../src/index.js';
import { ask } from '../../src/testing/index.js';

const createTableStatement =
  'CREATE TABLE spans.t (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 1000';

const parentFile = fileURLToPath(new URL('./run-parent.ts', import.meta.url));
const logger = createSilentLogger();
const opened: EmbeddedClickHouse[] = [];
const parents: ChildProcess[] = [];
let dataDir = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-clickhouse-'));
});

afterEach(async () => {
  for (const parent of parents.splice(0)) {
    parent.kill('SIGKILL');
  }
  for (const clickHouse of opened.splice(0)) {
    await clickHouse.close();
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedClickHouse> {
  const clickHouse = await startEmbeddedClickHouse({ dataDir, logger });
  opened.push(clickHouse);
  return clickHouse;
}

/** Retries a statement until the server is available, as every client of the store does. */
async function askUntilAnswered(access: ClickHouseAccess, sql: string): Promise<string> {
  for (;;) {
    const answer = await askOnce(access, sql);
    if (answer !== undefined) {
      return answer;
    }
  }
}

/** Runs a statement once. Returns `undefined` if the connection breaks; the statement may have run nevertheless. */
async function askOnce(access: ClickHouseAccess, sql: string, parameters = {}) {
  try {
    return await ask(access, sql, parameters);
  } catch (error) {
    if ((error as AppError).code === 'STATEMENT_REFUSED') {
      throw error;
    }
    await systemClock.sleep(10);
    return undefined;
  }
}

/**
 * Inserts a block as the span writer does. If the outcome is unknown and the rows are missing, retries with another
 * token, because a killed server may remember the token although it lost the rows.
 */
async function insertBlock(access: ClickHouseAccess, block: number): Promise<void> {
  const rows = `number + ${block * 100} FROM numbers(100)`;
  let token = `block ${block}`;
  for (let attempts = 1; ; attempts++) {
    const insert = `INSERT INTO spans.t SELECT ${rows}`;
    const answer = await askOnce(access, insert, { insert_deduplication_token: token });
    if (answer === undefined) {
      continue;
    }
    if (attempts === 1) {
      return;
    }
    const stored = `SELECT count() FROM spans.t WHERE n IN (SELECT ${rows})`;
    if ((await askUntilAnswered(access, stored)) === '100') {
      return;
    }
    token = `block ${block} attempt ${attempts}`;
  }
}

async function createTable(access: ClickHouseAccess): Promise<void> {
  await ask(access, 'CREATE DATABASE spans');
  await ask(access, createTableStatement);
}

function pidOf(clickHouse: EmbeddedClickHouse): number {
  return clickHouse.pid() ?? Number.NaN;
}

function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) {
      throw error;
    }
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) {
    await systemClock.sleep(10);
  }
}

function sqlOf(setting: string): string {
  return `SELECT value FROM system.server_settings WHERE name = '${setting}'`;
}

/** Starts another process that owns the directory. */
async function spawnParent(): Promise<{
  parent: ChildProcess;
  access: ClickHouseAccess;
  pid: number;
}> {
  const flags = ['--conditions=@spanhouse/source', '--import', 'tsx'];
  const parent = spawn(process.execPath, [...flags, parentFile, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  parents.push(parent);
  if (parent.stdout === null) {
    throw new Error('the parent has no standard output');
  }
  const [line] = await once(parent.stdout, 'data');
  return { parent, ...JSON.parse(String(line)) };
}

describe('startEmbeddedClickHouse', () => {
  it('serves a current ClickHouse and keeps the data for the next start', async () => {
    const first = await start();
    await createTable(first);
    await ask(first, 'INSERT INTO spans.t SELECT number FROM numbers(1000)');
    await first.close();

    const second = await start();

    expect(await ask(second, 'SELECT count(), sum(n) FROM spans.t')).toBe('1000\t499500');
    expect(Number.parseFloat(await ask(second, 'SELECT version()'))).toBeGreaterThanOrEqual(26.3);
    expect(await ask(second, 'SELECT timezone()')).toMatch(/UTC$/);
  });

  it('limits its memory, and writes its log to its data directory', async () => {
    const clickHouse = await startEmbeddedClickHouse({
      dataDir,
      logger,
      maxMemoryBytes: 1_500_000_000,
    });
    opened.push(clickHouse);

    expect(await ask(clickHouse, sqlOf('max_server_memory_usage'))).toBe('1500000000');
    expect(await ask(clickHouse, sqlOf('logger.level'))).toBe('warning');
    expect(readFileSync(join(dataDir, 'clickhouse.log'), 'utf8')).not.toMatch(
      /<(Trace|Debug|Information)>/,
    );
  });

  it('accepts new statements while a thousand abandoned ones run', async () => {
    const clickHouse = await start();

    expect(Number(await ask(clickHouse, sqlOf('max_concurrent_queries')))).toBeGreaterThan(1000);
  });

  it('restarts after kill -9 at the same address with all its stored data', async () => {
    const clickHouse = await start();
    await createTable(clickHouse);
    await ask(clickHouse, 'INSERT INTO spans.t SELECT number FROM numbers(1000)');
    const firstPid = pidOf(clickHouse);

    process.kill(firstPid, 'SIGKILL');

    const answer = await askUntilAnswered(clickHouse, 'SELECT count() FROM spans.t');
    expect(answer).toBe('1000');
    expect(pidOf(clickHouse)).not.toBe(firstPid);
  });

  it('neither loses nor repeats rows of retried inserts when it is killed between them', async () => {
    const clickHouse = await start();
    await createTable(clickHouse);
    const blocks = 60;
    let killed = 0;
    const killer = (async () => {
      for (; killed < 3; killed++) {
        await systemClock.sleep(300);
        process.kill(pidOf(clickHouse), 'SIGKILL');
        await askUntilAnswered(clickHouse, 'SELECT 1');
      }
    })();

    for (let block = 0; block < blocks || killed < 3; block++) {
      await insertBlock(clickHouse, block);
    }
    await killer;

    const [count, distinct, highest] = (
      await ask(clickHouse, 'SELECT count(), uniqExact(n), max(n) + 1 FROM spans.t')
    ).split('\t');
    expect(distinct).toBe(count);
    expect(highest).toBe(count);
  });

  it('ends when its parent is killed, and the next owner takes over the lock and the data', async () => {
    const { parent, access, pid } = await spawnParent();
    await createTable(access);
    await ask(access, 'INSERT INTO spans.t SELECT number FROM numbers(10)');
    const parentEnded = once(parent, 'exit');

    parent.kill('SIGKILL');
    await parentEnded;

    const clickHouse = await start();
    expect(await ask(clickHouse, 'SELECT count() FROM spans.t')).toBe('10');
    await untilGone(pid);
  });

  it('refuses a directory that another process owns', async () => {
    const { parent, pid } = await spawnParent();

    await expect(start()).rejects.toMatchObject({
      code: 'DIRECTORY_IN_USE',
      message: `another process uses ${dataDir}`,
    });

    parent.kill('SIGKILL');
    await untilGone(pid);
  });

  it('leaves no process running after it is closed twice, and is not restarted', async () => {
    const clickHouse = await start();
    const pid = pidOf(clickHouse);

    await Promise.all([clickHouse.close(), clickHouse.close()]);

    expect(isRunning(pid)).toBe(false);
    await expect(ask(clickHouse, 'SELECT 1')).rejects.toThrow();
  });

  it('rejects with the error of a ClickHouse that cannot start on the directory', async () => {
    mkdirSync(join(dataDir, 'status')); // ClickHouse expects its own lock file at this path

    await expect(start()).rejects.toMatchObject({
      code: 'EMBEDDED_CLICKHOUSE_FAILED',
      message: expect.stringContaining('Is a directory'),
    });
  });

  it('rejects a directory that cannot be used', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');

    await expect(startEmbeddedClickHouse({ dataDir: file, logger })).rejects.toMatchObject({
      code: 'DIRECTORY_UNUSABLE',
    });
  });

  it('logs that it is ready, without its address', async () => {
    const { logger: recording, lines } = createRecordingLogger();
    const clickHouse = await startEmbeddedClickHouse({ dataDir, logger: recording });
    opened.push(clickHouse);

    expect(lines).toMatchObject([
      { level: 'info', msg: 'clickhouse is ready', pid: clickHouse.pid() },
    ]);
    expect(JSON.stringify(lines)).not.toContain(new URL(clickHouse.url).port);
  });
});
