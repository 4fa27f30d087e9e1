import { AppError, type Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { toLogOffset } from '@spanhouse/span-row';
import type {
  ArrivedSpans,
  ProjectSum,
  SpanMetricsProgress,
  SpanMetricsStore,
} from '@spanhouse/trace-store/writer';
import { CallPairing } from './call-pairing.js';
import { planRound } from './plan-round.js';
import { overflow, SeriesLimit } from './series-limit.js';
import { SumUp } from './sum-up.js';

export interface SpanMetricsOptions {
  readonly store: SpanMetricsStore;
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'read' | 'readEnds'>;
  readonly clock: Clock;
  /** A random number below 2^32, different in every process. */
  readonly author: number;
  readonly maxSeries: number;
  readonly waitMs: number;
  readonly isByNamespace: boolean;
  /** Called after each stored round. */
  readonly onRound: (round: StoredRound) => void;
  /** Rows of a round, and halves in memory. Default: 100,000 and 300,000. */
  readonly limits?: { readonly rows: number; readonly halves: number };
}

/** What a round counted. */
export interface StoredRound {
  /** Rows of the round, whether they are counted or not. */
  readonly spans: number;
  /** Sums that were added to the series of overflow. */
  readonly overflowed: number;
  /** True if halves did not wait as long as they should, because there were too many. */
  readonly isHurried: boolean;
}

const defaultLimits = { rows: 100_000, halves: 300_000 };
const MAX_HELD_SERIES = 500_000;
/** What arrived before the first round of an installation by at most this time is counted. */
const FIRST_LOOK_NS = 600_000_000_000n;
/** A ClickHouse that was killed may remember the token of a round that it lost; rounds then skip a number. */
const LOST_AFTER_ATTEMPTS = 12;
const NS_PER_MS = 1_000_000n;

/** What a process knows of the rounds that are stored. */
interface State {
  progress: SpanMetricsProgress;
  readonly pairing: CallPairing;
  readonly series: SeriesLimit;
}

/** The ends of the log at a time: what arrived before it is below them. */
interface LogEnds {
  readonly atNs: bigint;
  readonly ends: readonly number[];
}

/**
 * Counts the spans of the store, in rounds of which each goes on where the one before ended. Two processes that run
 * rounds at the same time count nothing twice: the round of the second is not stored, and it goes on from the first.
 */
export class SpanMetricsRounds {
  readonly #options: SpanMetricsOptions;
  #state: State | undefined;
  #ends: LogEnds | undefined;
  /** Rounds in a row that were answered and are not stored. */
  #lost = 0;

  constructor(options: SpanMetricsOptions) {
    this.#options = options;
  }

  /** Counts everything that is stored now. Rejects with the error of the store or the log. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#run(signal);
    } catch (error) {
      this.#state = undefined; // a part of the round may be in it
      throw error;
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { offsets, clock, store, limits = defaultLimits } = this.#options;
    const atNs = clock.nowNs();
    const [committed, ends] = await Promise.all([offsets.read(), offsets.readEnds()]);
    const stored = committed.map((offset) => toLogOffset(offsets.generation, offset));
    this.#state ??= await this.#open(stored, signal);
    const state = this.#state;
    const isComplete = this.#ends?.ends.every((end, index) => (committed[index] ?? 0) >= end);
    const completeNs = isComplete === true ? (this.#ends?.atNs ?? 0n) : 0n;
    this.#ends = { atNs, ends };
    const target = atLeast(stored, state.progress.positions);
    for (let isBehind = true; isBehind; ) {
      signal.throwIfAborted();
      const blocks = await store.blocks({ from: state.progress.positions, to: target }, signal);
      const { rows, to, nextNs } = planRound(blocks, target, limits.rows);
      const clockNs = nextNs !== undefined && nextNs < completeNs ? nextNs : completeNs;
      await this.#round(state, { rows, to, clockNs }, signal);
      isBehind = nextNs !== undefined;
    }
  }

  /** Reads what is stored, and the halves that may still be paired. */
  async #open(stored: readonly bigint[], signal: AbortSignal): Promise<State> {
    const { store, maxSeries, waitMs, isByNamespace } = this.#options;
    const waitNs = BigInt(waitMs) * NS_PER_MS;
    const progress = (await store.progress(signal)) ?? (await this.#firstProgress(stored, signal));
    const pairing = new CallPairing({ waitNs, isByNamespace });
    const read = (projectIds: readonly string[]) => store.series(projectIds, signal);
    const series = new SeriesLimit({ maxSeries, maxHeld: MAX_HELD_SERIES, read });
    if (progress.round > 0) {
      const receivedAfter = progress.clockNs - 2n * waitNs - 1n;
      const range = { from: undefined, to: progress.positions, receivedAfter };
      const query = { ...range, withNamespaces: isByNamespace, only: 'halves' } as const;
      const { halves } = await store.arrived(query, signal);
      for (const half of halves) {
        pairing.add(half);
      }
      pairing.expire(progress.clockNs);
    }
    return { progress, pairing, series };
  }

  /** Begins with what arrived recently: older spans would look like traffic of now. */
  async #firstProgress(
    stored: readonly bigint[],
    signal: AbortSignal,
  ): Promise<SpanMetricsProgress> {
    const clockNs = this.#options.clock.nowNs() - FIRST_LOOK_NS;
    const range = { from: undefined, to: stored, receivedAfter: clockNs };
    const positions = [...stored];
    for (const { partition, offset } of await this.#options.store.blocks(range, signal)) {
      const before = positions[partition];
      if (before !== undefined && offset < before) {
        positions[partition] = offset;
      }
    }
    return { round: 0, author: 0, clockNs, positions };
  }

  async #round(
    state: State,
    { rows, to, clockNs }: { rows: number; to: readonly bigint[]; clockNs: bigint },
    signal: AbortSignal,
  ): Promise<void> {
    const { store, isByNamespace, limits = defaultLimits } = this.#options;
    const range = { from: state.progress.positions, to, withNamespaces: isByNamespace };
    const nothing: ArrivedSpans = { calls: [], halves: [] };
    const { calls, halves } = rows === 0 ? nothing : await store.arrived(range, signal);
    const added = new SumUp();
    const addAll = (sums: readonly ProjectSum[]) => {
      for (const sum of sums) {
        added.add(sum);
      }
    };
    addAll(calls);
    for (const half of halves) {
      addAll(state.pairing.add(half));
    }
    const hurriedNs = state.pairing.clockToKeep(limits.halves);
    const reached = latest(state.progress.clockNs, clockNs, hurriedNs ?? 0n);
    addAll(state.pairing.expire(reached));
    const progress = { ...state.progress, clockNs: reached, positions: to };
    if (rows === 0 && added.sums.length === 0) {
      state.progress = progress; // a process that takes over finds the same again
      return;
    }
    const limited = new SumUp();
    for (const sum of await state.series.limit(added.sums)) {
      limited.add(sum);
    }
    await this.#store(state, { sums: limited.sums, progress }, signal);
    const overflowed = limited.sums.filter(({ labels }) => labels[0] === overflow).length;
    this.#options.onRound({ spans: rows, overflowed, isHurried: hurriedNs !== undefined });
  }

  async #store(
    state: State,
    { sums, progress }: { sums: readonly ProjectSum[]; progress: SpanMetricsProgress },
    signal: AbortSignal,
  ): Promise<void> {
    const { store, author } = this.#options;
    const skipped = Math.floor(this.#lost / LOST_AFTER_ATTEMPTS);
    const round = progress.round + 1 + skipped;
    await store.add(sums, { ...progress, round, author }, signal);
    const stored = await store.progress(signal);
    if (stored?.round !== round || stored.author !== author) {
      this.#lost = (stored?.round ?? 0) < round ? this.#lost + 1 : 0;
      const message = `round ${round} of the span metrics is not stored, ${stored?.round ?? 0} is`;
      throw new AppError('SPAN_METRICS_OVERTAKEN', message, { retryable: true });
    }
    this.#lost = 0;
    state.progress = stored;
  }
}

/** Positions never go back, and a log may have more partitions than before. */
function atLeast(stored: readonly bigint[], known: readonly bigint[]): readonly bigint[] {
  const length = Math.max(stored.length, known.length);
  return Array.from({ length }, (_, index) => latest(stored[index] ?? 0n, known[index] ?? 0n));
}

function latest(...times: readonly bigint[]): bigint {
  return times.toSorted((left, right) => Number(left < right) - Number(left > right))[0] ?? 0n;
}
