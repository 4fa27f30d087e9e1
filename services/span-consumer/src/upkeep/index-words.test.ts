import { AppError } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { indexWords } from './index-words.js';

const INTERVAL_MS = 1000;

describe('indexWords', () => {
  it('indexes once in each interval while this consumer is in charge, also after a failure', async () => {
    const clock = new FakeClock();
    const stopping = new AbortController();
    let rounds = 0;
    let isInCharge = true;
    const indexing = indexWords(
      {
        wordIndexer: {
          indexNew: () => {
            rounds += 1;
            const failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'no', { retryable: true });
            return rounds === 1 ? Promise.reject(failure) : Promise.resolve(1);
          },
        },
        isInCharge: () => isInCharge,
        intervalMs: INTERVAL_MS,
        clock,
        logger: createSilentLogger(),
      },
      stopping.signal,
    );

    await clock.advance(INTERVAL_MS - 1);
    expect(rounds).toBe(0);
    await clock.advance(1);
    await clock.advance(INTERVAL_MS);
    expect(rounds).toBe(2);
    isInCharge = false;
    await clock.advance(INTERVAL_MS);
    expect(rounds).toBe(2);
    stopping.abort();
    await indexing;
  });
});
