import { FakeClock } from '@spanhouse/service-runtime/testing';
import { FakeCommittedOffsets } from '../testing/fake-committed-offsets.js';
import { createSnapshots } from './snapshots.js';

const GENERATION = 1n << 48n;

function create() {
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
}

describe('createSnapshots', () => {
  it('returns the committed offsets with the generation in the upper bits', async () => {
    const { offsets, snapshots } = create();
    offsets.commit(3, 0);

    await expect(snapshots.current(undefined)).resolves.toEqual([GENERATION | 3n, GENERATION]);
  });

  it('reports the time up to which a snapshot is complete, also while the log is unavailable', async () => {
    const { offsets, clock, snapshots } = create();
    const told: bigint[] = [];
    const askedNs = clock.nowNs();
    await snapshots.current(undefined, (ns) => told.push(ns));
    clock.advance(500);
    offsets.isAway = true;
    await snapshots.current(undefined, (ns) => told.push(ns));

    expect(told).toEqual([askedNs, askedNs]);
  });

  it('reports the time when a shared look-up began, not the time when a caller joined it', async () => {
    const { offsets, clock, snapshots } = create();
    const told: bigint[] = [];
    const beganNs = clock.nowNs();
    const end = offsets.hold();
    const first = snapshots.current(undefined);
    await clock.advance(900);

    const joined = snapshots.current(undefined, (ns) => told.push(ns));
    end();
    await Promise.all([first, joined]);

    expect(told).toEqual([beganNs]);
  });

  it('returns the newest known snapshot and its time when the log does not answer in time', async () => {
    const { clock, offsets, snapshots } = create();
    offsets.commit(3, 0);
    await snapshots.current(undefined);
    offsets.isSilent = true;
    const waiting = snapshots.currentAsOf(undefined);
    await clock.advance(500);
    offsets.isSilent = false;
    offsets.commit(5, 0);
    const newestNs = clock.nowNs();
    await snapshots.current(undefined);

    await clock.advance(500);

    await expect(waiting).resolves.toEqual({
      snapshot: [GENERATION | 5n, GENERATION],
      asOfNs: newestNs,
    });
  });

  it('includes the positions that the caller waited for', async () => {
    const { offsets, snapshots } = create();
    offsets.commit(3, 9);

    const target = new Map([
      [0, 5],
      [1, 4],
      [3, 2],
    ]);
    await expect(snapshots.current(target)).resolves.toEqual(
      [5n, 9n, 0n, 2n].map((offset) => GENERATION | offset),
    );
  });

  it('rejects while no snapshot is known', async () => {
    const { offsets, seen, snapshots } = create();
    offsets.isAway = true;

    await expect(snapshots.current(undefined)).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE' });
    expect(seen).toEqual(['lost']);
  });

  it('returns the last known snapshot while the log is unavailable', async () => {
    const { offsets, seen, snapshots } = create();
    offsets.commit(3, 0);
    await snapshots.current(undefined);
    offsets.isAway = true;

    await expect(snapshots.current(undefined)).resolves.toEqual([GENERATION | 3n, GENERATION]);
    expect(seen).toEqual(['reached', 'lost', 'stale']);
  });

  it('waits one second for a log that does not answer', async () => {
    const { clock, offsets, seen, snapshots } = create();
    offsets.commit(3, 0);
    await snapshots.current(undefined);
    offsets.isSilent = true;

    const current = snapshots.current(undefined);
    await clock.advance(1000);

    await expect(current).resolves.toEqual([GENERATION | 3n, GENERATION]);
    expect(seen).toContain('stale');
    expect(clock.pendingTimers).toBe(0);
  });

  it('never returns an older snapshot', async () => {
    const { offsets, snapshots } = create();
    offsets.commit(7, 1);
    await snapshots.current(undefined);
    offsets.commit(2, 4);

    await expect(snapshots.current(undefined)).resolves.toEqual([GENERATION | 7n, GENERATION | 4n]);
  });
});
