import { createHealth } from '../health/health.js';
import { FakeClock } from '../testing/fake-clock.js';
import { createRecordingLogger, createSilentLogger } from '../testing/silent-logger.js';
import { createLifecycle, type LifecycleOptions, type ProcessHost } from './lifecycle.js';

class FakeProcess implements ProcessHost {
  readonly exitCodes: number[] = [];
  readonly printed: string[] = [];
  readonly stderr = { write: (text: string) => this.printed.push(text) };
  readonly #listeners = new Map<string, (argument: unknown) => void>();

  on(event: string, listener: (argument: unknown) => void): void {
    this.#listeners.set(event, listener);
  }

  exit(code: number): void {
    this.exitCodes.push(code);
  }

  emit(event: string, argument?: unknown): void {
    this.#listeners.get(event)?.(argument);
  }
}

function setUp(overrides: Partial<LifecycleOptions> = {}) {
  const host = new FakeProcess();
  const clock = new FakeClock();
  const options = { logger: createSilentLogger(), shutdownTimeoutMs: 1000, host, clock };
  return { host, clock, lifecycle: createLifecycle({ ...options, ...overrides }) };
}

describe('createLifecycle', () => {
  it('closes in reverse order, one after the other, and exits 0', async () => {
    const { host, clock, lifecycle } = setUp();
    const seen: string[] = [];
    for (const name of ['clickhouse', 'consumer', 'port']) {
      lifecycle.onClose(name, async () => {
        seen.push(`closing ${name}`);
        await clock.sleep(10);
        seen.push(`closed ${name}`);
      });
    }
    const running = lifecycle.run();

    host.emit('SIGTERM');
    await clock.advance(100);
    await running;

    expect(seen).toEqual(
      ['port', 'consumer', 'clickhouse'].flatMap((name) => [`closing ${name}`, `closed ${name}`]),
    );
    expect(host.exitCodes).toEqual([0]);
  });

  it('turns readiness off and waits the drain delay before the first close', async () => {
    const health = createHealth({ dependencies: [] });
    const { host, clock, lifecycle } = setUp({ health, drainDelayMs: 500 });
    const seen: string[] = [];
    lifecycle.onClose('port', () => void seen.push('closed'));
    void lifecycle.run();

    host.emit('SIGINT');
    await clock.advance(499);
    expect(health.isReady()).toBe(false);
    expect(seen).toEqual([]);

    await clock.advance(1);
    expect(seen).toEqual(['closed']);
  });

  it('runs the remaining closes and exits 1 when a close fails', async () => {
    const { host, clock, lifecycle } = setUp();
    const seen: string[] = [];
    lifecycle.onClose('first', () => void seen.push('first'));
    lifecycle.onClose('second', () => Promise.reject(new Error('stuck')));
    void lifecycle.run();

    host.emit('SIGTERM');
    await clock.advance(0);

    expect(seen).toEqual(['first']);
    expect(host.exitCodes).toEqual([1]);
  });

  it('exits 1 when the shutdown times out', async () => {
    const { host, clock, lifecycle } = setUp();
    lifecycle.onClose('port', () => new Promise(() => undefined));
    void lifecycle.run();

    host.emit('SIGTERM');
    await clock.advance(999);
    expect(host.exitCodes).toEqual([]);

    await clock.advance(1);
    expect(host.exitCodes).toEqual([1]);
  });

  it('exits at once on a second signal', async () => {
    const { host, clock, lifecycle } = setUp();
    lifecycle.onClose('port', () => new Promise(() => undefined));
    void lifecycle.run();

    host.emit('SIGINT');
    host.emit('SIGINT');
    await clock.advance(0);

    expect(host.exitCodes).toEqual([130]);
  });

  it.each(['uncaughtException', 'unhandledRejection'])(
    'logs fatal, closes and exits 1 on %s',
    async (event) => {
      const { logger, lines } = createRecordingLogger();
      const { host, clock, lifecycle } = setUp({ logger });
      const seen: string[] = [];
      lifecycle.onClose('port', () => void seen.push('closed'));
      void lifecycle.run();

      host.emit(event, new Error('a bug'));
      await clock.advance(0);

      expect(lines[0]).toMatchObject({ level: 'fatal' });
      expect(seen).toEqual(['closed']);
      expect(host.exitCodes).toEqual([1]);
    },
  );

  it('prints one line about an explainable start failure, and logs nothing fatal', async () => {
    const { logger, lines } = createRecordingLogger();
    const { host, clock, lifecycle } = setUp({ logger });
    const explain = (error: unknown) =>
      error instanceof Error && error.message === 'known' ? 'do this.' : undefined;

    const running = lifecycle.run(() => Promise.reject(new Error('known')), explain);
    await clock.advance(0);
    await running;

    expect(host.printed).toEqual(['Spanhouse cannot start: do this.\n']);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(host.exitCodes).toEqual([1]);
  });

  it('logs any other start failure as fatal', async () => {
    const { logger, lines } = createRecordingLogger();
    const { host, clock, lifecycle } = setUp({ logger });

    void lifecycle.run(
      () => Promise.reject(new Error('unknown')),
      () => undefined,
    );
    await clock.advance(0);

    expect(host.printed).toEqual([]);
    expect(lines[0]).toMatchObject({ level: 'fatal' });
  });

  it('closes the resources that a failed start opened, and exits 1', async () => {
    const { host, clock, lifecycle } = setUp();
    const seen: string[] = [];
    const running = lifecycle.run(() => {
      lifecycle.onClose('log', () => void seen.push('log closed'));
      throw new Error('no ClickHouse');
    });

    await clock.advance(0);
    await running;

    expect(seen).toEqual(['log closed']);
    expect(host.exitCodes).toEqual([1]);
  });
});
