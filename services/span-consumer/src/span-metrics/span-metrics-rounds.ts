import { AppError, type Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { toLogOffset } from '@spanhouse/span-row';
import type {
  ArrivedBlock,
  ProjectSum,
  SpanMetricsProgress,
  SpanMetricsStore,
} from '@spanhouse/trace-store/writer';
import { findOtherSides } from './other-sides.js';
import { earlier, later, planRound, positionsBefore, type RoundPlan } from './plan-round.js';
import { overflow, SeriesLimit } from './series-limit.js';

export interface SpanMetricsOptions {
  readonly store: SpanMetricsStore;
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'read' | 'readEnds'>;
  readonly clock: Clock;
  /** A random number below 2^32 that identifies the process. */
  readonly author: number;
  readonly maxSeries: number;
  /** Time for which one side of a call waits for the other side. */
  readonly waitMs: number;
  readonly isByNamespace: boolean;
  /** Called after each stored round. */
  readonly onRound: (round: StoredRound) => void;
  /** Maximum number of rows in a round; default 100,000. */
  readonly maxRows?: number;
}

export interface StoredRound {
  /** Number of rows in the round, including rows that are not counted. */
  readonly spans: number;
  /** Number of sums that the round added to the overflow series. */
  readonly overflowed: number;
}

const MAX_ROWS = 100_000;
const MAX_HELD_SERIES = 500_000;
/** Maximum age of the spans that the first round of an installation counts. */
const FIRST_LOOK_NS = 600_000_000_000n;
/**
 * Additional waiting time before the sides of calls are counted. Fewer, larger groups are cheaper, because each search
 * reads every span that may be the other side.
 */
const BATCH_NS = 3_000_000_000n;
/**
 * Number of failed attempts after which the number of a round is skipped. A killed ClickHouse may remember the token of
 * a round that it lost.
 */
const LOST_AFTER_ATTEMPTS = 12;
const NS_PER_MS = 1_000_000n;

/** The process's knowledge of the stored rounds. */
interface State {
  progress: SpanMetricsProgress;
  readonly series: SeriesLimit;
  /** Blocks whose spans are counted, but not yet as sides of calls. */
  waiting: readonly ArrivedBlock[];
  /** Blocks whose spans are completely counted. They may contain the other side of a later span's call. */
  recent: readonly ArrivedBlock[];
}

/** The ends of the log at the time `atNs`. All messages published before that time have lower offsets. */
interface LogEnds {
  readonly atNs: bigint;
  readonly ends: readonly number[];
}

/**
 * Counts the spans of the store in rounds. Each round resumes where the last round stopped. Two processes that run
 * rounds at the same time count nothing twice: only the first round is stored, and the second process then resumes
 * after it.
 */
export class SpanMetricsRounds {
  readonly #options: SpanMetricsOptions;
  #state: State | undefined;
  #ends: LogEnds | undefined;
  /** Number of consecutive rounds that ClickHouse accepted but did not store. */
  #lost = 0;

  constructor(options: SpanMetricsOptions) {
    this.#options = options;
  }

  /** Counts all spans that are stored now. Rejects with the error from the store or the log. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#run(signal);
    } catch (error) {
      this.#state = undefined; // the state may contain a part of the round
      throw error;
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { offsets, clock } = this.#options;
    const atNs = clock.nowNs();
    const [committed, ends] = await Promise.all([offsets.read(), offsets.readEnds()]);
    const stored = committed.map((offset) => toLogOffset(offsets.generation, offset));
    this.#state ??= await this.#open(stored, signal);
    const state = this.#state;
    const isComplete = this.#ends?.ends.every((end, index) => (committed[index] ?? 0) >= end);
    const completeNs = isComplete === true ? (this.#ends?.atNs ?? 0n) : 0n;
    this.#ends = { atNs, ends };
    const begin = toLogOffset(offsets.generation, 0);
    const target = atLeast(stored, state.progress.positions, begin);
    const { store, maxRows = MAX_ROWS } = this.#options;
    for (let isBehind = true; isBehind; ) {
      signal.throwIfAborted();
      const range = { from: state.progress.positions, to: target };
      const plan = planRound(await store.blocks(range, signal), { target, maxRows });
      const clockNs = plan.left.map(({ receivedNs }) => receivedNs).reduce(earlier, completeNs);
      await this.#count(state, { plan, clockNs }, signal);
      isBehind = plan.left.length > 0;
    }
  }

  /** Reads the stored progress and the spans that may still be paired. */
  async #open(stored: readonly bigint[], signal: AbortSignal): Promise<State> {
    const { store, maxSeries, clock } = this.#options;
    const progress = (await store.progress(signal)) ?? (await this.#firstProgress(stored, signal));
    const read = (projectIds: readonly string[]) => store.series(projectIds, signal);
    const series = new SeriesLimit({ maxSeries, maxHeld: MAX_HELD_SERIES, read });
    const { positions } = progress;
    const pairedTo = positions.map((position, index) => progress.pairedTo[index] ?? position);
    const waiting = await store.blocks({ from: pairedTo, to: positions }, signal);
    const oldestNs = waiting.reduce((ns, block) => earlier(ns, block.receivedNs), clock.nowNs());
    const receivedAfter = oldestNs - this.#keptNs;
    const recent = await store.blocks({ from: undefined, to: pairedTo, receivedAfter }, signal);
    return { progress: { ...progress, pairedTo }, series, waiting, recent };
  }

  /**
   * Time for which a span is remembered. It exceeds the waiting time, because a span may enter the log some time after
   * it was received.
   */
  get #keptNs(): bigint {
    return 3n * this.#waitNs;
  }

  get #waitNs(): bigint {
    return BigInt(this.#options.waitMs) * NS_PER_MS;
  }

  /**
   * Returns the start position of a new installation. Counting begins with recent spans, because older spans would look
   * like current traffic.
   */
  async #firstProgress(
    stored: readonly bigint[],
    signal: AbortSignal,
  ): Promise<SpanMetricsProgress> {
    const receivedAfter = this.#options.clock.nowNs() - FIRST_LOOK_NS;
    const range = { from: undefined, to: stored, receivedAfter };
    const positions = positionsBefore(await this.#options.store.blocks(range, signal), stored);
    return { round: 0, author: 0, positions, pairedTo: positions };
  }

  /** Counts the spans of a plan, and the calls whose waiting time is over. */
  async #count(
    state: State,
    { plan, clockNs }: { readonly plan: RoundPlan; readonly clockNs: bigint },
    signal: AbortSignal,
  ): Promise<void> {
    const { store } = this.#options;
    const { positions: from } = state.progress;
    const calls = plan.rows === 0 ? [] : await store.calls({ from, to: plan.to }, signal);
    state.progress = { ...state.progress, positions: plan.to };
    state.waiting = [...state.waiting, ...plan.blocks];
    let counted = { spans: plan.rows, sums: calls };
    const untilNs = clockNs - this.#waitNs - 1n;
    while (state.waiting.some((block) => block.lastReceivedNs <= untilNs - BATCH_NS)) {
      const plan = this.#pairable(state, untilNs);
      if (plan.blocks.length === 0) {
        break; // an earlier block contains later spans and has not waited long enough
      }
      const edges = await this.#pair(state, plan, signal);
      await this.#store(state, { ...counted, sums: [...counted.sums, ...edges] }, signal);
      counted = { spans: 0, sums: [] };
    }
    await this.#store(state, counted, signal);
    state.recent = state.recent.filter((block) => block.lastReceivedNs >= clockNs - this.#keptNs);
  }

  /** Returns the waiting blocks that arrived first, up to the maximum number of rows in a round. */
  #pairable({ waiting, progress }: State, untilNs: bigint): RoundPlan {
    const { maxRows = MAX_ROWS } = this.#options;
    return planRound(waiting, { target: progress.positions, maxRows, untilNs });
  }

  /** Returns the edges between the spans in the plan's blocks and the spans on the other side of each call. */
  async #pair(state: State, plan: RoundPlan, signal: AbortSignal): Promise<readonly ProjectSum[]> {
    const { store, isByNamespace: withNamespaces } = this.#options;
    const { positions, pairedTo: from } = state.progress;
    const known = { from, positions, blocks: [...state.recent, ...state.waiting] };
    const waitNs = this.#waitNs;
    const among = findOtherSides(plan, known, waitNs);
    const query = { range: { from, to: plan.to }, among, waitNs, withNamespaces };
    const edges = await store.edges(query, signal);
    state.progress = { ...state.progress, pairedTo: plan.to };
    state.recent = [...state.recent, ...plan.blocks];
    state.waiting = plan.left;
    return edges;
  }

  /** Stores a round unless it is empty. A process that takes over computes an empty round again. */
  async #store(
    state: State,
    { spans, sums }: { readonly spans: number; readonly sums: readonly ProjectSum[] },
    signal: AbortSignal,
  ): Promise<void> {
    if (spans === 0 && sums.length === 0) {
      return;
    }
    const limited = sumUp(await state.series.limit(sumUp(sums)));
    await this.#add(state, limited, signal);
    const overflowed = limited.filter(({ labels }) => labels[0] === overflow).length;
    this.#options.onRound({ spans, overflowed });
  }

  async #add(state: State, sums: readonly ProjectSum[], signal: AbortSignal): Promise<void> {
    const { progress } = state;
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

/**
 * Returns positions that are never below the known positions. The number of partitions may change when the log is
 * created again. A partition that only the previous log had gets the position `begin`, the start of the new log.
 */
function atLeast(
  stored: readonly bigint[],
  known: readonly bigint[],
  begin: bigint,
): readonly bigint[] {
  const length = Math.max(stored.length, known.length);
  return Array.from({ length }, (_, index) => later(stored[index] ?? begin, known[index] ?? 0n));
}

/** Adds up all sums with the same project, metric, labels and bucket. Keeps the newest exemplar. */
function sumUp(sums: readonly ProjectSum[]): readonly ProjectSum[] {
  const added = new Map<string, ProjectSum>();
  for (const sum of sums) {
    const key = JSON.stringify([sum.project_id, sum.metric, sum.bucket, ...sum.labels]);
    const known = added.get(key);
    added.set(key, known === undefined ? sum : addUp(known, sum));
  }
  return [...added.values()];
}

function addUp(left: ProjectSum, right: ProjectSum): ProjectSum {
  return {
    ...left,
    amount: left.amount + right.amount,
    totalNs: left.totalNs + right.totalNs,
    totalBytes: left.totalBytes + right.totalBytes,
    exemplar: newer(left.exemplar, right.exemplar),
  };
}

function newer(left: ProjectSum['exemplar'], right: ProjectSum['exemplar']) {
  if (left === undefined || right === undefined) {
    return left ?? right;
  }
  return left.receivedNs >= right.receivedNs ? left : right;
}
