import { AppError, createBackoff } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { whenReachable } from './when-reachable.js';

const away = () => new AppError('LOG_UNAVAILABLE', 'away', { retryable: true });

function setUp() {
  const clock = new FakeClock();
  const stopping = new AbortController();
  const reasons: string[] = [];
  const options = {
    backoff: createBackoff({ initialMs: 100, maxMs: 1000, random: () => 1 }),
    clock,
    logger: createSilentLogger(),
    onUnreachable: (reason: string) => reasons.push(reason),
    signal: stopping.signal,
  };
  return { clock, stopping, reasons, options };
}

describe('whenReachable', () => {
  it('tries with growing pauses until it is there, and says why it is not', async () => {
    const { clock, reasons, options } = setUp();
    let attempts = 0;
    const open = () => (++attempts < 4 ? Promise.reject(away()) : Promise.resolve('open'));

    const opening = whenReachable(open, options);
    await clock.advance(100 + 200 + 400);

    expect(await opening).toBe('open');
    expect(reasons).toEqual(['away', 'away', 'away']);
  });

  it('gives up on what no repetition changes', async () => {
    const { options } = setUp();
    const open = () => Promise.reject(new AppError('CONFIG', 'wrong password'));

    await expect(whenReachable(open, options)).rejects.toThrow('wrong password');
  });

  it('ends when it is told to', async () => {
    const { clock, stopping, options } = setUp();

    const opening = whenReachable(() => Promise.reject(away()), options);
    await clock.advance(50);
    stopping.abort();

    expect(await opening).toBeUndefined();
  });
});
