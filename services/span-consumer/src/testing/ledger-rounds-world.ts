import { FakeClock } from '@spanhouse/service-runtime/testing';
import { toLogOffset } from '@spanhouse/span-row';
import { emptyBalance, FakeLedgerAudit, noSums } from '@spanhouse/trace-store/testing';
import type { LedgerBalance } from '@spanhouse/trace-store/writer';
import { type LedgerRound, LedgerRounds } from '../ledger/ledger-rounds.js';

const { signal } = new AbortController();
const GENERATION = 3;

/** Returns the position of an offset in the log. */
export function positionOf(offset: number): bigint {
  return toLogOffset(GENERATION, offset);
}

/** Creates the rounds of a consumer in charge. A test controls the store and the log. */
export function createRounds() {
  const clock = new FakeClock();
  const audit = new FakeLedgerAudit();
  const rounds: LedgerRound[] = [];
  const log = { committed: [10, 4], isAway: false };
  const ledgerRounds = new LedgerRounds({
    audit,
    clock,
    offsets: {
      generation: GENERATION,
      read: () => (log.isAway ? Promise.reject(new Error('away')) : Promise.resolve(log.committed)),
    },
    onRound: (round) => rounds.push(round),
  });
  const run = () => ledgerRounds.run(signal);
  const asked = () => audit.asked.splice(0);
  const unaccounted = () => rounds.map((round) => round.unaccounted);
  /** Runs a first round that finds nothing. */
  const begin = async () => {
    await run();
    asked();
    rounds.length = 0;
  };
  /** Runs a round that compares one more message, and returns its selections. */
  const runAndFind = async (answer: FakeLedgerAudit['answer']) => {
    audit.answer = answer;
    log.committed = [11, 4];
    await run();
    return asked();
  };
  return { clock, audit, rounds, log, ledgerRounds, run, begin, runAndFind, asked, unaccounted };
}

/** Builds a balance with missing spans. `total` may exceed the number of spans that the balance names. */
export function unbalanced(
  clock: FakeClock,
  spans: readonly number[],
  total = spans.reduce((sum, count) => sum + count, 0),
): LedgerBalance {
  const receivedAt = clock.nowNs();
  return {
    ...emptyBalance,
    sums: { ...noSums, accepted: total, unaccounted: total },
    unbalanced: spans.map((unaccounted, index) => ({
      ...noSums,
      logPartition: 0,
      logOffset: positionOf(index),
      projectId: 'p',
      receivedAt: receivedAt + BigInt(index),
      unaccounted,
    })),
  };
}

/** Builds a balance with a gap of missing messages before an existing message. */
export function withGap(clock: FakeClock, missing: number, writer?: string): LedgerBalance {
  const gap = { logPartition: 1, logOffset: positionOf(50), receivedAt: clock.nowNs() };
  return { ...emptyBalance, gaps: [{ ...gap, missing, writer }], missing };
}
