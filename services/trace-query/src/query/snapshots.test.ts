import { FakeClock } from '@spanhouse/service-runtime/testing';
import { FakeCommittedOffsets } from '../testing/fake-committed-offsets.js';
import { createSnapshots } from './snapshots.js';

const generation = 1n << 48n;

const create = () => {
  const clock = new FakeClock();
  const offsets = new FakeCommittedOffsets(clock);
  const seen: string[] = [];
  const snapshots = createSnapshots({
    offsets,
    clock,
    health: { reached: () => seen.push('reached'), lost: () => seen.push('lost') },
    onStale: () => seen.push('stale'),
  });
  return { clock, offsets, seen, snapshots };
};

describe('createSnapshots', () => {
  it('gives the committed offsets with the generation above them', async () => {
    const { offsets, snapshots } = create();
    offsets.commit(3, 0);

    await expect(snapshots.current(undefined)).resolves.toEqual([generation | 3n, generation]);
  });

  it('includes what the caller has waited for', async () => {
    const { offsets, snapshots } = create();
    offsets.commit(3, 9);

    const target = new Map([
      [0, 5],
      [1, 4],
      [3, 2],
    ]);
    await expect(snapshots.current(target)).resolves.toEqual(
      [5n, 9n, 0n, 2n].map((offset) => generation | offset),
    );
  });

  it('rejects while nothing was ever known', async () => {
    const { offsets, seen, snapshots } = create();
    offsets.isAway = true;

    await expect(snapshots.current(undefined)).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE' });
    expect(seen).toEqual(['lost']);
  });

  it('falls back to what was known last while the log is away', async () => {
    const { offsets, seen, snapshots } = create();
    offsets.commit(3, 0);
    await snapshots.current(undefined);
    offsets.isAway = true;

    await expect(snapshots.current(undefined)).resolves.toEqual([generation | 3n, generation]);
    expect(seen).toEqual(['reached', 'lost', 'stale']);
  });

  it('waits a second for a log that is silent', async () => {
    const { clock, offsets, seen, snapshots } = create();
    offsets.commit(3, 0);
    await snapshots.current(undefined);
    offsets.isSilent = true;

    const current = snapshots.current(undefined);
    await clock.advance(1000);

    await expect(current).resolves.toEqual([generation | 3n, generation]);
    expect(seen).toContain('stale');
    expect(clock.pendingTimers).toBe(0);
  });

  it('never goes back', async () => {
    const { offsets, snapshots } = create();
    offsets.commit(7, 1);
    await snapshots.current(undefined);
    offsets.commit(2, 4);

    await expect(snapshots.current(undefined)).resolves.toEqual([generation | 7n, generation | 4n]);
  });
});
