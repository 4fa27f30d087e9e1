import { emptyBalance, noSums } from '@spanhouse/trace-store/testing';
import type { LedgerSelection } from '@spanhouse/trace-store/writer';
import { createRounds, positionOf, unbalanced, withGap } from '../testing/ledger-rounds-world.js';

const HOUR_MS = 3_600_000;
const NS_PER_MINUTE = 60_000_000_000n;

function isOfMessage(selection: LedgerSelection): boolean {
  return 'oldest' in selection && selection.newest === selection.oldest + 1n;
}

describe('LedgerRounds', () => {
  it('begins with the last hour in portions, and then compares later entries', async () => {
    const { run, asked, log, clock, unaccounted, audit } = createRounds();
    await run();
    const now = clock.nowNs();
    const steps = asked() as { oldest: bigint; newest: bigint }[];
    expect(steps[0]?.oldest).toBe(now - 60n * NS_PER_MINUTE);
    expect(steps.at(-1)).toEqual({ oldest: now, newest: now + 60n * NS_PER_MINUTE });
    expect(steps.slice(1).map(({ oldest }) => oldest)).toEqual(
      steps.slice(0, -1).map(({ newest }) => newest),
    );

    await run();
    expect(asked()).toEqual([]);
    log.committed = [18, 5, 7];
    audit.enteredOf = () => [positionOf(15), positionOf(5), positionOf(7)];
    await run();

    expect(asked()).toEqual([
      {
        from: [positionOf(10), positionOf(4), positionOf(0)],
        to: [positionOf(15), positionOf(5), positionOf(7)],
      },
    ]);
    expect(unaccounted()).toEqual([0, 0, 0]);
  });

  it('compares a message that is entered after the first round, even if it is the first entry', async () => {
    const { begin, run, asked, log, audit } = createRounds();
    log.committed = [50_000];
    audit.enteredOf = () => [undefined];
    await begin();
    audit.enteredOf = () => [positionOf(49_990)];

    await run();

    expect(asked()).toEqual([{ from: [positionOf(40_000)], to: [positionOf(49_990)] }]);
  });

  it('compares a finding again by the receive time of its message until it is resolved', async () => {
    const { begin, run, asked, audit, clock, unaccounted, runAndFind } = createRounds();
    await begin();
    const found = unbalanced(clock, [2, 1]);
    const [first, second] = found.unbalanced;
    await runAndFind(() => found);
    audit.answer = (selection) =>
      'oldest' in selection && selection.oldest === second?.receivedAt
        ? { ...found, unbalanced: found.unbalanced.slice(1), sums: { ...noSums, unaccounted: 1 } }
        : emptyBalance;

    await run();

    expect(unaccounted()).toEqual([3, 1]);
    expect(asked()).toEqual([
      { oldest: first?.receivedAt, newest: (first?.receivedAt ?? 0n) + 1n },
      { oldest: second?.receivedAt, newest: (second?.receivedAt ?? 0n) + 1n },
    ]);
    audit.answer = () => emptyBalance;
    await run();
    expect(unaccounted()).toEqual([3, 1, 0]);
  });

  it('counts a message once if several comparisons find it', async () => {
    const { begin, run, clock, unaccounted, runAndFind } = createRounds();
    await begin();
    const found = unbalanced(clock, [2, 1]);
    await runAndFind(() => found);

    await run(); // the repeated comparisons of both findings return both messages

    expect(unaccounted()).toEqual([3, 3]);
  });

  it('counts missing messages for a day, and compares messages that are entered after all', async () => {
    const { begin, run, asked, audit, clock, unaccounted, runAndFind } = createRounds();
    await begin();
    const gap = withGap(clock, 4);
    await runAndFind(() => gap);
    await clock.advance(24 * HOUR_MS - 1);
    await run();
    expect(asked()).toEqual([
      { from: [positionOf(0), positionOf(46)], to: [positionOf(0), positionOf(51)] },
    ]);
    audit.answer = () => unbalanced(clock, [1]);
    await run();
    audit.answer = () => emptyBalance;
    await run();

    expect(unaccounted()).toEqual([4, 4, 1, 0]);
  });

  it('forgets missing messages after a day', async () => {
    const { begin, run, clock, unaccounted, runAndFind } = createRounds();
    await begin();
    const gap = withGap(clock, 4, 'w.0');
    await runAndFind(() => gap);

    await clock.advance(24 * HOUR_MS);
    await run();

    expect(unaccounted()).toEqual([4, 0]);
  });

  it('counts messages that are missing in the ledger a round after their commit, until they are entered', async () => {
    const { begin, run, audit, unaccounted, log } = createRounds();
    await begin();
    log.committed = [15, 6];
    audit.enteredOf = () => [positionOf(10), undefined];
    await run();
    await run();
    audit.enteredOf = () => [positionOf(15), positionOf(6)];
    await run();

    expect(unaccounted()).toEqual([0, 5, 0]);
  });

  it('repeats a failed round without losing state', async () => {
    const { begin, run, asked, audit, clock, unaccounted, log, runAndFind } = createRounds();
    await begin();
    await runAndFind(() => unbalanced(clock, [2]));
    log.committed = [12, 4];
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
    audit.answer = (selection) => (isOfMessage(selection) ? unbalanced(clock, [2]) : emptyBalance);

    await run();

    expect(asked()).toEqual([
      expect.objectContaining({ oldest: clock.nowNs() }),
      { from: [positionOf(11), positionOf(4)], to: [positionOf(12), positionOf(4)] },
    ]);
    expect(unaccounted()).toEqual([2, 2]);
  });

  it('restarts after `forget`, and reports nothing of a running round', async () => {
    const { run, asked, audit, clock, ledgerRounds, unaccounted } = createRounds();
    audit.answer = () => unbalanced(clock, [2]);
    const running = run();
    ledgerRounds.forget();
    await running;
    expect(unaccounted()).toEqual([]);
    asked();
    audit.answer = () => emptyBalance;

    await run();

    expect(asked()).toHaveLength(13);
    expect(unaccounted()).toEqual([0]);
  });
});
