import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@spanhouse/service-runtime';
import { createRecordingLogger, createSilentLogger } from '@spanhouse/service-runtime/testing';
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '../../src/index.js';

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

async function query(url: string, sql: string, params: Record<string, string> = {}) {
  const answer = await fetch(`${url}/?${new URLSearchParams(params)}`, {
    method: 'POST',
    body: sql,
    headers: { connection: 'close' },
  });
  const text = (await answer.text()).trim();
  if (!answer.ok) {
    throw new Error(text);
  }
  return text;
}

/** Retries until the server is available, as every client of the store does. */
async function queryUntilAnswered(url: string, sql: string): Promise<string> {
  for (;;) {
    const answer = await queryOnce(url, sql);
    if (answer !== undefined) {
      return answer;
    }
  }
}

/** Returns `undefined` if the connection broke, in which case the statement may have run. */
async function queryOnce(url: string, sql: string, params = {}): Promise<string | undefined> {
  try {
    return await query(url, sql, params);
  } catch (error) {
    if (!String(error).includes('fetch failed')) {
      throw error;
    }
    await systemClock.sleep(10);
    return undefined;
  }
}

/**
 * Inserts a block as the span writer does. If the outcome is unknown and the rows are missing, it
 * retries with another token, because a killed server may know the token and not the rows.
 */
async function insertBlock(url: string, block: number): Promise<void> {
  const rows = `number + ${block * 100} FROM numbers(100)`;
  let token = `block ${block}`;
  for (let attempts = 1; ; attempts++) {
    const insert = `INSERT INTO spans.t SELECT ${rows}`;
    const answer = await queryOnce(url, insert, { insert_deduplication_token: token });
    if (answer === undefined) {
      continue;
    }
    if (attempts === 1) {
      return;
    }
    const stored = `SELECT count() FROM spans.t WHERE n IN (SELECT ${rows})`;
    if ((await queryUntilAnswered(url, stored)) === '100') {
      return;
    }
    token = `block ${block} attempt ${attempts}`;
  }
}

async function createTable(url: string): Promise<void> {
  await query(url, 'CREATE DATABASE spans');
  await query(url, createTableStatement);
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

/** Starts another process, which owns the directory. */
async function spawnParent(): Promise<{ parent: ChildProcess; url: string; pid: number }> {
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
    await createTable(first.url);
    await query(first.url, 'INSERT INTO spans.t SELECT number FROM numbers(1000)');
    await first.close();

    const second = await start();

    expect(await query(second.url, 'SELECT count(), sum(n) FROM spans.t')).toBe('1000\t499500');
    expect(Number.parseFloat(await query(second.url, 'SELECT version()'))).toBeGreaterThanOrEqual(
      26.3,
    );
    expect(await query(second.url, 'SELECT timezone()')).toMatch(/UTC$/);
  });

  it('limits its memory and logs into its data directory', async () => {
    const clickHouse = await startEmbeddedClickHouse({
      dataDir,
      logger,
      maxMemoryBytes: 1_500_000_000,
    });
    opened.push(clickHouse);

    const sql = (name: string) => `SELECT value FROM system.server_settings WHERE name = '${name}'`;

    expect(await query(clickHouse.url, sql('max_server_memory_usage'))).toBe('1500000000');
    expect(await query(clickHouse.url, sql('logger.level'))).toBe('warning');
    expect(readFileSync(join(dataDir, 'clickhouse.log'), 'utf8')).not.toMatch(
      /<(Trace|Debug|Information)>/,
    );
  });

  it('restarts after kill -9 at the same address, with everything it had stored', async () => {
    const clickHouse = await start();
    await createTable(clickHouse.url);
    await query(clickHouse.url, 'INSERT INTO spans.t SELECT number FROM numbers(1000)');
    const firstPid = pidOf(clickHouse);

    process.kill(firstPid, 'SIGKILL');

    const answer = await queryUntilAnswered(clickHouse.url, 'SELECT count() FROM spans.t');
    expect(answer).toBe('1000');
    expect(pidOf(clickHouse)).not.toBe(firstPid);
  });

  it('neither loses nor repeats rows of retried inserts when it is killed between them', async () => {
    const clickHouse = await start();
    await createTable(clickHouse.url);
    const blocks = 60;
    let killed = 0;
    const killer = (async () => {
      for (; killed < 3; killed++) {
        await systemClock.sleep(300);
        process.kill(pidOf(clickHouse), 'SIGKILL');
        await queryUntilAnswered(clickHouse.url, 'SELECT 1');
      }
    })();

    for (let block = 0; block < blocks || killed < 3; block++) {
      await insertBlock(clickHouse.url, block);
    }
    await killer;

    const [count, distinct, highest] = (
      await query(clickHouse.url, 'SELECT count(), uniqExact(n), max(n) + 1 FROM spans.t')
    ).split('\t');
    expect(distinct).toBe(count);
    expect(highest).toBe(count);
  });

  it('ends when its parent is killed; the next owner takes over lock and data', async () => {
    const { parent, url, pid } = await spawnParent();
    await createTable(url);
    await query(url, 'INSERT INTO spans.t SELECT number FROM numbers(10)');
    const parentEnded = once(parent, 'exit');

    parent.kill('SIGKILL');
    await parentEnded;

    const clickHouse = await start();
    expect(await query(clickHouse.url, 'SELECT count() FROM spans.t')).toBe('10');
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

  it('leaves no process running when it is closed twice, and is not restarted', async () => {
    const clickHouse = await start();
    const pid = pidOf(clickHouse);

    await Promise.all([clickHouse.close(), clickHouse.close()]);

    expect(isRunning(pid)).toBe(false);
    await expect(query(clickHouse.url, 'SELECT 1')).rejects.toThrow();
  });

  it('rejects with the error of a ClickHouse that cannot start on the directory', async () => {
    mkdirSync(join(dataDir, 'status')); // where ClickHouse keeps its own lock file

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

  it('logs its address once it is ready', async () => {
    const { logger: recording, lines } = createRecordingLogger();
    const clickHouse = await startEmbeddedClickHouse({ dataDir, logger: recording });
    opened.push(clickHouse);

    expect(lines).toMatchObject([
      { level: 'info', msg: 'clickhouse is ready', url: clickHouse.url, pid: clickHouse.pid() },
    ]);
  });
});
