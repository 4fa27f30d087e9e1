import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { toLogOffset } from '@spanhouse/span-row';
import { FakeMessageLedger } from '@spanhouse/trace-store/testing';
import { enterUnreadEnds } from './enter-unread-ends.js';

const GENERATION = 3;

function partsOf(committed: readonly number[], ends: readonly number[]) {
  const offsets = {
    logId: 'the-log',
    generation: GENERATION,
    read: () => Promise.resolve(committed),
    readEnds: () => Promise.resolve(ends),
  };
  const clock = new FakeClock();
  return { offsets, ledger: new FakeMessageLedger(), clock, logger: createSilentLogger() };
}

describe('enterUnreadEnds', () => {
  it('enters the end of each partition with unstored messages', async () => {
    const parts = partsOf([5, 7, 0], [5, 9, 2]);

    await enterUnreadEnds(parts);

    expect(
      parts.ledger.entries.map(({ logPartition, blockOffset, spanCount, origin }) => ({
        logPartition,
        blockOffset,
        spanCount,
        end: origin?.number,
      })),
    ).toEqual([
      { logPartition: 1, blockOffset: toLogOffset(GENERATION, 7), spanCount: 0, end: 9 },
      { logPartition: 2, blockOffset: toLogOffset(GENERATION, 0), spanCount: 0, end: 2 },
    ]);
  });

  it('replaces its earlier entry of a partition', async () => {
    const parts = partsOf([7], [9]);

    await enterUnreadEnds(parts);
    await enterUnreadEnds({ ...partsOf([8], [12]), ledger: parts.ledger });

    expect(parts.ledger.entries.map(({ origin }) => origin?.number)).toEqual([12]);
  });

  it('does not enter a new log that is shorter than the stored offset', async () => {
    const parts = partsOf([7], [0]);

    await enterUnreadEnds(parts);

    expect(parts.ledger.entries).toEqual([]);
  });

  it('resolves while the store does not answer', async () => {
    const parts = partsOf([7], [9]);
    parts.ledger.isAway = true;

    await expect(enterUnreadEnds(parts)).resolves.toBeUndefined();
  });

  it('resolves after three seconds if the log does not answer', async () => {
    const parts = partsOf([7], [9]);
    const silent = { ...parts.offsets, readEnds: () => new Promise<never>(() => undefined) };

    const entering = enterUnreadEnds({ ...parts, offsets: silent });
    await parts.clock.advance(3000);

    await expect(entering).resolves.toBeUndefined();
  });

  it('gives up an entry if the store does not answer for three seconds', async () => {
    const { ledger: _, ...parts } = partsOf([7], [9]);
    const signals: (AbortSignal | undefined)[] = [];
    const ledger = {
      enter(_entries: unknown, signal?: AbortSignal) {
        signals.push(signal);
        return new Promise<never>(() => undefined);
      },
    };

    const entering = enterUnreadEnds({ ...parts, ledger });
    await parts.clock.advance(2999);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    await parts.clock.advance(1);

    await expect(entering).resolves.toBeUndefined();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });
});
