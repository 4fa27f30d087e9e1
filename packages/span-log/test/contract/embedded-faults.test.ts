import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import { embeddedOptions } from './embedded-options.js';
import { rowsOf } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';

const nodeArguments = ['--conditions=@spanhouse/source', '--import', 'tsx'];

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'span-log-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function runChild(run: string): ChildProcess {
  return spawn(
    process.execPath,
    [...nodeArguments, join(__dirname, 'publishing-child.ts'), directory, run],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

/** The positions that the child had acknowledged when it was killed. */
async function publishUntilKilled(run: string, count: number): Promise<readonly string[]> {
  const child = runChild(run);
  const acknowledged: string[] = [];
  if (child.stdout === null) {
    throw new Error('the child has no standard output');
  }
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) {
      child.kill('SIGKILL');
    }
  }
  return acknowledged;
}

describe('embedded span log', () => {
  it('keeps everything it acknowledged over repeated SIGKILLs of its process', async () => {
    const acknowledged: string[] = [];
    for (const [run, count] of [100, 150].entries()) {
      acknowledged.push(...(await publishUntilKilled(`run ${run}`, count)));
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
    const child = runChild('owner');
    if (child.stdout === null) {
      throw new Error('the child has no standard output');
    }
    await once(child.stdout, 'data');

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

  it('answers retryable when its file cannot grow, loses nothing and accepts spans again once some are stored', async () => {
    const script = 'trap "" XFSZ; ulimit -f 20000; exec "$@"';
    const child = spawn(
      'bash',
      [
        '-c',
        script,
        'bash',
        process.execPath,
        ...nodeArguments,
        join(__dirname, 'limited-child.ts'),
        directory,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) {
      chunks.push(chunk as Buffer);
    }

    const report = JSON.parse(Buffer.concat(chunks).toString('utf8'));

    expect(report.refused).toMatchObject({ status: 'retryable' });
    expect(report.refused.reason).toContain('the disk is full or damaged');
    expect(report.published).toBeGreaterThan(100);
    expect(report.delivered).toBe(report.published);
    expect(report.commit).toEqual({ status: 'committed' });
    expect(report.again).toMatchObject({ status: 'published' });
  });
});
