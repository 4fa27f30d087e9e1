import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import { embeddedOptions, useDirectories } from './embedded-options.js';
import { rowsOf } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';

const nodeArguments = ['--conditions=@spanhouse/source', '--import', 'tsx'];

const newDirectory = useDirectories();

/** Runs a program in this folder. Returns the process and its standard output. */
function runChild(program: string, args: readonly string[], command: readonly string[] = []) {
  const [file = '', ...rest] = [
    ...command,
    process.execPath,
    ...nodeArguments,
    join(__dirname, `${program}-child.ts`),
    ...args,
  ];
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, stdout: child.stdout };
}

/** Resolves with the positions that the child process acknowledged before it was killed. */
async function publishUntilKilled(
  directory: string,
  run: string,
  count: number,
): Promise<readonly string[]> {
  const { child, stdout } = runChild('publishing', [directory, run]);
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) {
      child.kill('SIGKILL');
    }
  }
  return acknowledged;
}

describe('embedded span log', () => {
  it('keeps everything that it acknowledged through repeated SIGKILLs of its process', async () => {
    const directory = newDirectory();
    const acknowledged: string[] = [];
    for (const [run, count] of [100, 150].entries()) {
      acknowledged.push(...(await publishUntilKilled(directory, `run ${run}`, count)));
    }

    const log = await openEmbeddedSpanLog(embeddedOptions(directory));
    const listener = new RecordingListener();
    await log.subscription.start(listener);
    const positions = acknowledged.map((line) => line.split(' ', 2).map(Number));
    await listener.until(() =>
      positions.every(
        ([partition = -1, offset = -1]) => listener.of(partition)[offset] !== undefined,
      ),
    );

    for (const [at, [partition = -1, offset = -1]] of positions.entries()) {
      const rows = await rowsOf(listener.of(partition)[offset]);
      const text = acknowledged[at]?.slice(`${partition} ${offset} `.length) ?? 'nothing';
      expect(rows.toString('utf8', 0, text.length)).toBe(text);
    }
    expect(new Set(positions.map(String)).size).toBe(positions.length);
    await log.close();
  });

  it('can be opened by one process only', async () => {
    const directory = newDirectory();
    const { child, stdout } = runChild('publishing', [directory, 'owner']);
    await once(stdout, 'data');

    await expect(openEmbeddedSpanLog(embeddedOptions(directory))).rejects.toMatchObject({
      code: 'DIRECTORY_IN_USE',
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const log = await openEmbeddedSpanLog(embeddedOptions(directory));
    await expect(openEmbeddedSpanLog(embeddedOptions(directory))).rejects.toMatchObject({
      code: 'DIRECTORY_IN_USE',
    });
    await log.close();
  });

  it('answers retryable when its file cannot grow, loses nothing, and accepts spans again after some are stored', async () => {
    const script = 'trap "" XFSZ; ulimit -f 20000; exec "$@" 2> /dev/null';
    const limited = ['bash', '-c', script, 'bash'];
    const { stdout } = runChild('limited', [newDirectory()], limited);

    const report = JSON.parse(await text(stdout));

    expect(report.refused).toMatchObject({ status: 'retryable' });
    expect(report.refused.reason).toContain('the disk is full or damaged');
    expect(report.published).toBeGreaterThan(100);
    expect(report.delivered).toBe(report.published);
    expect(report.commit).toEqual({ status: 'committed' });
    expect(report.again).toMatchObject({ status: 'published' });
  });
});
