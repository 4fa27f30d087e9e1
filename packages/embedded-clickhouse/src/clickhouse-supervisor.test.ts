import { createBackoff } from '@spanhouse/service-runtime';
import { createRecordingLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import type { ClickHouseProcess, ProcessEnd } from './clickhouse-process.js';
import { ClickHouseSupervisor } from './clickhouse-supervisor.js';

const killed: ProcessEnd = { exitCode: null, signal: 'SIGKILL', output: '' };
const held: ProcessEnd = {
  exitCode: 0,
  signal: null,
  output: 'Cannot lock file status. Another server instance in same directory is already running.',
};

class FakeProcess implements ClickHouseProcess {
  readonly pid: number;
  readonly exited: Promise<ProcessEnd>;
  /** True if the process does not react when its input ends. */
  isStuck = false;
  isReady = false;
  isRunning = true;
  #resolve: (end: ProcessEnd) => void = () => undefined;

  constructor(pid: number) {
    this.pid = pid;
    this.exited = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  die(end: ProcessEnd): void {
    this.isRunning = false;
    this.#resolve(end);
  }

  end(): void {
    if (!this.isStuck) {
      this.die({ exitCode: 0, signal: null, output: '' });
    }
  }

  kill(): void {
    this.die(killed);
  }
}

/** Creates a supervisor. `prepare` defines how each started process behaves. */
function setUp(prepare: (process: FakeProcess, number: number) => void) {
  const clock = new FakeClock();
  const spawned: FakeProcess[] = [];
  const { logger, lines } = createRecordingLogger();
  const supervisor = new ClickHouseSupervisor({
    spawn: () => {
      const process = new FakeProcess(spawned.length + 1);
      spawned.push(process);
      prepare(process, spawned.length);
      return process;
    },
    probe: () => Promise.resolve(spawned.at(-1)?.isReady === true),
    backoff: createBackoff({ initialMs: 100, maxMs: 5000, random: () => 1 }),
    clock,
    logger,
  });
  const givenUp: Error[] = [];
  const started = supervisor.start((error) => void givenUp.push(error));
  started.catch(() => undefined);
  return { clock, spawned, supervisor, started, givenUp, lines };
}

function ready(process: FakeProcess) {
  process.isReady = true;
}

describe('ClickHouseSupervisor', () => {
  it('resolves `start` only when the server answers', async () => {
    const { clock, spawned, supervisor, started } = setUp(() => undefined);
    let isStarted = false;
    void started.then(() => {
      isStarted = true;
    });

    await clock.advance(1000);
    expect(isStarted).toBe(false);

    for (const process of spawned) {
      process.isReady = true;
    }
    await clock.advance(50);
    expect(isStarted).toBe(true);
    await supervisor.close();
  });

  it('restarts a server after a backoff that grows with every unexpected end', async () => {
    const { clock, spawned, supervisor, started } = setUp(ready);
    await started;

    for (const delayMs of [100, 200, 400]) {
      spawned.at(-1)?.die(killed);
      const before = spawned.length;
      await clock.advance(delayMs - 1);
      expect(spawned).toHaveLength(before);
      await clock.advance(1);
      expect(spawned).toHaveLength(before + 1);
    }

    expect(supervisor.pid).toBe(4);
    await supervisor.close();
  });

  it('resets the backoff after a server has run for a while', async () => {
    const { clock, spawned, supervisor, started } = setUp(ready);
    await started;
    spawned.at(-1)?.die(killed);
    await clock.advance(100);
    spawned.at(-1)?.die(killed);
    await clock.advance(200);

    await clock.advance(10_000);
    spawned.at(-1)?.die(killed);
    await clock.advance(100);

    expect(spawned).toHaveLength(4);
    await supervisor.close();
  });

  it('gives up once, with the reason, when the server cannot be restarted', async () => {
    const reason = 'Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space.';
    const { clock, spawned, started, givenUp, lines } = setUp((process, number) => {
      if (number === 1) {
        process.isReady = true;
      } else {
        process.die({ exitCode: 0, signal: null, output: `starting\n${reason}\n` });
      }
    });
    await started;

    spawned[0]?.die(killed);
    await clock.advance(600_000);

    expect(givenUp).toMatchObject([
      { code: 'EMBEDDED_CLICKHOUSE_FAILED', message: expect.stringContaining(reason) },
    ]);
    expect(spawned).toHaveLength(21);
    expect(lines[0]).toMatchObject({ level: 'error', signal: 'SIGKILL' });
  });

  it('rejects `start` at once with the error that ClickHouse printed', async () => {
    const { clock, spawned, started } = setUp((process) =>
      process.die({ exitCode: 0, signal: null, output: 'log\nCode: 62. Syntax error:\nline 2' }),
    );

    await clock.advance(0);

    await expect(started).rejects.toMatchObject({
      code: 'EMBEDDED_CLICKHOUSE_FAILED',
      message: 'ClickHouse does not start: Code: 62. Syntax error: line 2',
    });
    expect(spawned).toHaveLength(1);
  });

  it('waits until the server of a killed parent releases the directory', async () => {
    const { clock, spawned, supervisor, started } = setUp((process, number) => {
      if (number < 4) {
        process.die(held);
      } else {
        process.isReady = true;
      }
    });

    await clock.advance(100 + 200 + 400);
    await started;

    expect(spawned).toHaveLength(4);
    await supervisor.close();
  });

  it('stops waiting for another server after a time limit', async () => {
    const { clock, started } = setUp((process) => process.die(held));

    await clock.advance(60_000);

    await expect(started).rejects.toMatchObject({ code: 'EMBEDDED_CLICKHOUSE_FAILED' });
  });

  it('kills a server that never answers', async () => {
    const { clock, spawned, started } = setUp(() => undefined);

    await clock.advance(130_000);

    await expect(started).rejects.toThrow('it does not answer');
    expect(spawned[0]?.isRunning).toBe(false);
  });

  it('asks the server to end, and kills it if it does not', async () => {
    const { clock, spawned, supervisor, started } = setUp((process) => {
      process.isReady = true;
      process.isStuck = true;
    });
    await started;
    const closed = supervisor.close();

    await clock.advance(14_999);
    expect(spawned[0]?.isRunning).toBe(true);

    await clock.advance(1);
    await closed;
    expect(spawned[0]?.isRunning).toBe(false);
  });

  it.each([
    ['during a backoff', 50],
    ['during a start', 150],
  ])('starts no further server when it is closed %s', async (_when, afterMs) => {
    const { clock, spawned, supervisor, started, givenUp } = setUp((process, number) => {
      process.isReady = number === 1;
    });
    await started;
    spawned[0]?.die(killed);
    await clock.advance(afterMs);
    const count = spawned.length;

    await supervisor.close();
    await clock.advance(60_000);

    expect(spawned).toHaveLength(count);
    expect(spawned.some(({ isRunning }) => isRunning)).toBe(false);
    expect(givenUp).toEqual([]);
  });
});
