import { AppError } from '../app-error.js';
import { createSilentLogger, FakeClock } from '../testing/index.js';
import { createHealth } from './health.js';
import { reachDependency } from './reach-dependency.js';

function away() {
  return new AppError('LOG_UNAVAILABLE', 'away', { retryable: true });
}

const LONGER_THAN_ANY_PAUSE_MS = 6000;

function setUp() {
  const clock = new FakeClock();
  const stopping = new AbortController();
  const health = createHealth({ dependencies: ['span_log'] });
  const options = { health, clock, logger: createSilentLogger(), signal: stopping.signal };
  return { clock, stopping, health, options };
}

describe('reachDependency', () => {
  it('retries until the dependency answers, and reports the reason of each failure', async () => {
    const { clock, health, options } = setUp();
    let attempts = 0;
    const open = () => (++attempts < 4 ? Promise.reject(away()) : Promise.resolve('open'));

    const opening = reachDependency('span_log', open, options);
    await clock.advance(0);
    const waiting = health.report().dependencies['span_log'];
    await clock.advance(3 * LONGER_THAN_ANY_PAUSE_MS);

    expect(waiting).toEqual({ state: 'lost', reason: 'away' });
    expect(await opening).toBe('open');
    expect(health.isReady()).toBe(true);
  });

  it('rejects with an error that is not retryable', async () => {
    const { options, health } = setUp();
    const open = () => Promise.reject(new AppError('CONFIG', 'wrong password'));

    await expect(reachDependency('span_log', open, options)).rejects.toThrow('wrong password');
    expect(health.isReady()).toBe(false);
  });

  it('stops when its signal aborts', async () => {
    const { clock, stopping, options } = setUp();

    const opening = reachDependency('span_log', () => Promise.reject(away()), options);
    await clock.advance(0);
    stopping.abort();

    expect(await opening).toBeUndefined();
  });
});
