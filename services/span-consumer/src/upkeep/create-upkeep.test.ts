import { AppError } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { Registry } from 'prom-client';
import { createUpkeep } from './create-upkeep.js';

const INTERVAL_MS = 1000;
const unavailable = new AppError('CLICKHOUSE_UNAVAILABLE', 'unavailable', { retryable: true });

describe('createUpkeep', () => {
  it('indexes words once per WORD_INDEX_INTERVAL_MS while it is in charge, even after a failure', async () => {
    const clock = new FakeClock();
    const stopping = new AbortController();
    const rounds: AbortSignal[] = [];
    let isInCharge = true;
    const keepUp = createUpkeep(
      {
        remover: { removeBatch: () => Promise.resolve({ status: 'removed', deletes: 0 }) },
        wordIndexer: {
          indexNew: (signal) => {
            rounds.push(signal);
            return rounds.length === 1 ? Promise.reject(unavailable) : Promise.resolve(1);
          },
        },
        upkeep: { REMOVAL_INTERVAL_MS: 3 * INTERVAL_MS, WORD_INDEX_INTERVAL_MS: INTERVAL_MS },
        clock,
        logger: createSilentLogger(),
        registry: new Registry(),
      },
      () => isInCharge,
    );
    const running = keepUp(stopping.signal);

    await clock.advance(INTERVAL_MS - 1);
    expect(rounds).toEqual([]);
    await clock.advance(1);
    await clock.advance(INTERVAL_MS);
    expect(rounds).toEqual([stopping.signal, stopping.signal]);

    isInCharge = false;
    await clock.advance(INTERVAL_MS);
    expect(rounds).toHaveLength(2);

    stopping.abort();
    await running;
    expect(clock.pendingTimers).toBe(0);
  });
});
