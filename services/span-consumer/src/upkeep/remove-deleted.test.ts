import { AppError } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import type { RemovalOutcome } from '@spanhouse/trace-store/writer';
import { removeDeleted } from './remove-deleted.js';

const INTERVAL_MS = 1000;
const unavailable = new AppError('CLICKHOUSE_UNAVAILABLE', 'unavailable', { retryable: true });

function create(outcomes: (RemovalOutcome | Error)[]) {
  const clock = new FakeClock();
  const stopping = new AbortController();
  const world = { clock, stopping, isInCharge: true, rounds: 0, removed: 0 };
  const removing = removeDeleted(
    {
      remover: {
        removeBatch: () => {
          world.rounds += 1;
          const outcome = outcomes.shift() ?? { status: 'removed', deletes: 0 };
          return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
        },
      },
      isInCharge: () => world.isInCharge,
      intervalMs: INTERVAL_MS,
      clock,
      logger: createSilentLogger(),
      onRemoved: (deletes) => {
        world.removed += deletes;
      },
    },
    stopping.signal,
  );
  return Object.assign(world, { removing });
}

describe('removeDeleted', () => {
  it('removes batches until a batch is not full, then waits for the next round', async () => {
    const full = { status: 'removed', deletes: 1000 } as const;
    const world = create([full, full, { status: 'removed', deletes: 3 }]);

    await world.clock.advance(INTERVAL_MS);

    expect([world.rounds, world.removed]).toEqual([3, 2003]);
    await world.clock.advance(INTERVAL_MS);
    expect(world.rounds).toBe(4);
  });

  it('removes nothing while another consumer is in charge', async () => {
    const world = create([]);
    world.isInCharge = false;

    await world.clock.advance(5 * INTERVAL_MS);
    expect(world.rounds).toBe(0);
    world.isInCharge = true;
    await world.clock.advance(INTERVAL_MS);

    expect(world.rounds).toBe(1);
  });

  it('continues in the next round after a fault or while ClickHouse is busy', async () => {
    const world = create([unavailable, new Error('a fault'), { status: 'busy', reason: '' }]);

    await world.clock.advance(4 * INTERVAL_MS);

    expect(world.rounds).toBe(4);
  });

  it('ends when its signal aborts', async () => {
    const world = create([]);

    world.stopping.abort();
    await world.removing;

    expect(world.clock.pendingTimers).toBe(0);
  });
});
