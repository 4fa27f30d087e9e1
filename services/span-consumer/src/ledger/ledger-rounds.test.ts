import { FakeClock } from '@spanhouse/service-runtime/testing';
import { toLogOffset } from '@spanhouse/span-row';
import { FakeLedgerAudit } from '@spanhouse/trace-store/testing';
import type { LedgerBalance, LedgerSelection } from '@spanhouse/trace-store/writer';
import { LedgerRounds } from './ledger-rounds.js';

const { signal } = new AbortController();
const GENERATION = 3;
const HOUR_MS = 3_600_000;
const NS_PER_HOUR = 3_600_000_000_000n;
const nothing = { minutes: [], unbalanced: [], gaps: [] };
const sums = {
  accepted: 9,
  stored: 0,
  deadLettered: 0,
  removed: 0,
  expired: 0,
  pending: 0,
};

function place(offset: number): bigint {
  return toLogOffset(GENERATION, offset);
}

function create(maxMessages?: number) {
  const clock = new FakeClock();
  const audit = new FakeLedgerAudit();
  const reported: number[] = [];
  const log = { committed: [10, 4], isAway: false };
  const rounds = new LedgerRounds({
    audit,
    clock,
    offsets: {
      generation: GENERATION,
      read: () => (log.isAway ? Promise.reject(new Error('away')) : Promise.resolve(log.committed)),
    },
    onUnaccounted: (spans) => reported.push(spans),
    ...(maxMessages !== undefined && { maxMessages }),
  });
  const run = () => rounds.run(signal);
  const asked = () => audit.asked.splice(0);
  return { clock, audit, reported, log, rounds, run, asked };
}

/** A balance in which spans of some messages are missing. */
function unbalanced(clock: FakeClock, spans: readonly number[]): LedgerBalance {
  const receivedAt = clock.nowNs();
  return {
    minutes: [
      {
        minute: receivedAt,
        projectId: 'p',
        ...sums,
        unaccounted: spans.reduce((sum, count) => sum + count, 0),
      },
    ],
    unbalanced: spans.map((unaccounted, index) => ({
      logPartition: 0,
      logOffset: place(index),
      projectId: 'p',
      receivedAt: receivedAt + BigInt(index),
      ...sums,
      unaccounted,
    })),
    gaps: [],
  };
}

function isOfMessage(selection: LedgerSelection): boolean {
  return 'oldest' in selection && selection.newest === selection.oldest + 1n;
}

describe('LedgerRounds', () => {
  it('begins with the last hour, and then compares what was committed since, in portions', async () => {
    const { run, asked, log, clock, reported } = create(5);
    await run();
    const now = clock.nowNs();
    expect(asked()).toEqual([{ oldest: now - NS_PER_HOUR, newest: now + NS_PER_HOUR }]);

    await run();
    expect(asked()).toEqual([]);
    log.committed = [18, 5, 7];
    await run();

    expect(asked()).toEqual([
      { from: [place(10), place(4), place(7)], to: [place(15), place(5), place(7)] },
      { from: [place(15), place(5), place(7)], to: [place(18), place(5), place(7)] },
    ]);
    expect(reported).toEqual([0, 0, 0]);
  });

  it('looks at what did not add up again, by the time of its message, until it adds up', async () => {
    const { run, asked, audit, clock, reported } = create();
    const found = unbalanced(clock, [2, 1]);
    const [first, second] = found.unbalanced;
    audit.answer = () => found;
    await run();
    asked();
    audit.answer = (selection) =>
      'oldest' in selection && selection.oldest === first?.receivedAt
        ? nothing
        : unbalanced(clock, [1]);

    await run();

    expect(reported).toEqual([3, 1]);
    expect(asked()).toEqual([
      { oldest: first?.receivedAt, newest: (first?.receivedAt ?? 0n) + 1n },
      { oldest: second?.receivedAt, newest: (second?.receivedAt ?? 0n) + 1n },
    ]);
    audit.answer = () => nothing;
    await run();
    expect(reported).toEqual([3, 1, 0]);
  });

  it('looks at very many messages again as a whole', async () => {
    const { run, asked, audit, clock, reported } = create();
    audit.answer = () => unbalanced(clock, new Array(100).fill(7));
    await run();
    const [whole] = asked();

    await run();

    expect(asked()).toEqual([whole]);
    expect(reported).toEqual([700, 700]);
  });

  it('counts messages that are missing for a day, without looking again', async () => {
    const { run, asked, audit, clock, reported } = create();
    const gap = { logPartition: 0, logOffset: place(5), receivedAt: clock.nowNs(), missing: 4 };
    audit.answer = () => ({ ...nothing, gaps: [{ ...gap, writer: undefined }] });
    await run();
    audit.answer = () => nothing;
    asked();

    await run();
    await clock.advance(24 * HOUR_MS - 1);
    await run();
    await clock.advance(1);
    await run();

    expect(asked()).toEqual([]);
    expect(reported).toEqual([4, 4, 4, 0]);
  });

  it('repeats a round that failed, and loses nothing that it knew', async () => {
    const { run, asked, audit, clock, reported, log } = create();
    audit.answer = () => unbalanced(clock, [2]);
    await run();
    asked();
    log.committed = [11, 4];
    audit.answer = (selection) => {
      if (isOfMessage(selection)) {
        return unbalanced(clock, [2]);
      }
      throw new Error('away');
    };
    await expect(run()).rejects.toThrow('away');
    log.isAway = true;
    await expect(run()).rejects.toThrow('away');
    log.isAway = false;
    asked();
    audit.answer = (selection) => (isOfMessage(selection) ? unbalanced(clock, [2]) : nothing);

    await run();

    expect(asked()).toHaveLength(2);
    expect(reported).toEqual([2, 2]);
  });

  it('begins anew after it has forgotten everything', async () => {
    const { run, asked, audit, clock, rounds, reported } = create();
    audit.answer = () => unbalanced(clock, [2]);
    await run();
    asked();
    rounds.forget();
    audit.answer = () => nothing;

    await run();

    expect(asked()).toMatchObject([{ newest: clock.nowNs() + NS_PER_HOUR }]);
    expect(reported).toEqual([2, 0]);
  });
});
