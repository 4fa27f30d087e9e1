import { type Clock, createMeter, type Registry } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { generationOf, toLogOffset } from '@spanhouse/span-row';
import {
  type LedgerAudit,
  type LedgerSelection,
  MAX_UNENTERED,
} from '@spanhouse/trace-store/writer';
import { Findings } from './findings.js';

/** The store and the log whose contents are compared. */
export interface LedgerParts {
  readonly audit: Pick<LedgerAudit, 'balance' | 'entered'>;
  readonly offsets: Pick<CommittedOffsets, 'logId' | 'generation' | 'read' | 'readEnds'>;
}

interface LedgerRoundsDependencies {
  readonly clock: Clock;
  readonly registry: Registry;
  /** Returns whether this consumer is the one in its group that compares and reports. */
  readonly isInCharge: () => boolean;
}

/** Time between two rounds, short enough to report a difference within two minutes. */
export const LEDGER_INTERVAL_MS = 60_000;

/**
 * Creates the rounds and the gauges that report their results. Only the consumer in charge reports. It reports nothing
 * before its first round and keeps reporting the last result while rounds fail. Returns undefined if `parts` is
 * undefined.
 */
export function createLedgerRounds(
  parts: Pick<LedgerRoundsOptions, 'audit' | 'offsets'> | undefined,
  { clock, registry, isInCharge }: LedgerRoundsDependencies,
): LedgerRounds | undefined {
  if (parts === undefined) {
    return undefined;
  }
  let last: LedgerRound | undefined;
  const reading = () => {
    if (!isInCharge()) {
      last = undefined;
      rounds.forget();
    }
    return last;
  };
  const meter = createMeter(registry);
  meter.reading(
    'spanhouse_spans_unaccounted',
    'Accepted spans of the last day that are neither stored nor dead-lettered, removed, expired or pending; a missing message counts as one.',
    () => reading()?.unaccounted,
  );
  meter.reading(
    'spanhouse_ledger_uncompared_messages',
    'Messages that remain for the next comparison. spanhouse_spans_unaccounted does not include them yet.',
    () => reading()?.uncompared,
  );
  const limits = meter.counter(
    'spanhouse_ledger_round_limits_total',
    'Comparisons of the ledger that reached a limit: messages or repeated checks remain for the next comparison, or only the number of spans of some findings is kept.',
    { limit: roundLimits },
  );
  const rounds = new LedgerRounds({
    ...parts,
    clock,
    onRound: (round) => {
      last = round;
      for (const limit of round.reached) {
        limits.inc({ limit });
      }
    },
  });
  return rounds;
}

/** Kinds of work that may remain when a round reaches its limit. */
const roundLimits = ['messages', 'looks', 'findings'] as const;
type RoundLimit = (typeof roundLimits)[number];

export interface LedgerRound {
  /** Number of spans that are neither stored nor accounted for otherwise. */
  readonly unaccounted: number;
  /** Number of messages in the ledger that are not compared yet. */
  readonly uncompared: number;
  readonly reached: ReadonlySet<RoundLimit>;
}

interface LedgerRoundsOptions {
  readonly audit: Pick<LedgerAudit, 'balance' | 'entered'>;
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'read'>;
  readonly clock: Pick<Clock, 'nowNs'>;
  readonly onRound: (round: LedgerRound) => void;
}

const NS_PER_MINUTE = 60_000_000_000n;
/** Maximum age of messages that the first round compares. An earlier process has compared older messages. */
const FIRST_LOOK_NS = 60n * NS_PER_MINUTE;
const FIRST_LOOK_STEP_NS = 5n * NS_PER_MINUTE;
/** Time for which a finding is counted, unless its spans are found earlier. */
const REMEMBERED_NS = 24n * 60n * NS_PER_MINUTE;
/** Maximum number of messages, over all partitions, that one statement compares. */
const MAX_MESSAGES = 20_000n;
/**
 * Maximum number of portions in a round. The portions of a round contain at most a million messages; rechecks are
 * limited separately. Each portion needs a few statements.
 */
const MAX_PORTIONS = 50;
const MAX_LOOKS = 100;

/** The state that is kept after the first round. */
interface Knowledge {
  /** The position of the last compared message, by partition. */
  readonly positions: bigint[];
  readonly findings: Findings;
  /**
   * The committed offsets at the previous round. By the next round, the ledger should contain all messages before these
   * offsets.
   */
  committed: readonly bigint[];
}

interface Look {
  readonly committed: readonly bigint[];
  readonly reached: Set<RoundLimit>;
  readonly signal: AbortSignal;
}

/**
 * Compares the messages in the ledger with the stored rows in rounds. Each round resumes where the last round stopped.
 * Later rounds recheck each difference, because its spans may have been stored since. The number of messages and
 * findings that a round compares and keeps is bounded.
 */
export class LedgerRounds {
  readonly #options: LedgerRoundsOptions;
  #memory: { knowledge?: Knowledge } = {};

  constructor(options: LedgerRoundsOptions) {
    this.#options = options;
  }

  /**
   * Compares the messages that are in the ledger now. Rejects with the error from the store or the log; the next round
   * then resumes at the same position.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { offsets, clock, audit, onRound } = this.#options;
    const memory = this.#memory;
    const committed = (await offsets.read()).map((offset) =>
      toLogOffset(offsets.generation, offset),
    );
    const entered = await audit.entered(committed, signal);
    const look: Look = { committed, signal, reached: new Set() };
    const knowledge = memory.knowledge ?? (await this.#lookFirst(entered, look));
    memory.knowledge = knowledge;
    knowledge.findings.forgetBefore(clock.nowNs() - REMEMBERED_NS);
    await this.#lookAgain(knowledge, look);
    await this.#lookOn(knowledge, entered, look);
    const late = knowledge.committed.map((end, partition) => end - (entered[partition] ?? end));
    knowledge.committed = committed;
    if (this.#memory === memory) {
      onRound({
        unaccounted: knowledge.findings.spans + sumOfPositive(late),
        uncompared: sumOfPositive(
          entered.map((end = 0n, partition) => end - (knowledge.positions[partition] ?? end)),
        ),
        reached: look.reached,
      });
    }
  }

  /** Forgets all state, even while a round is running, because another process has taken over. */
  forget(): void {
    this.#memory = {};
  }

  /** Compares the messages of the last hour, and messages that have a future time because a clock was fast. */
  async #lookFirst(entered: readonly (bigint | undefined)[], look: Look): Promise<Knowledge> {
    const now = this.#options.clock.nowNs();
    const findings = new Findings();
    for (let oldest = now - FIRST_LOOK_NS; oldest <= now; oldest += FIRST_LOOK_STEP_NS) {
      const newest = oldest < now ? oldest + FIRST_LOOK_STEP_NS : now + FIRST_LOOK_NS;
      await this.#compare({ oldest, newest }, findings, look);
    }
    // Messages that enter the ledger later have higher positions.
    const positions = look.committed.map((end, partition) => entered[partition] ?? before(end));
    return { positions, findings, committed: [] };
  }

  async #lookAgain({ findings }: Knowledge, look: Look): Promise<void> {
    const due = findings.oldest(MAX_LOOKS + 1);
    for (const [key, selection] of due.slice(0, MAX_LOOKS)) {
      const balance = await this.#options.audit.balance(selection, look.committed, look.signal);
      if (!findings.replace(key, balance, selection)) {
        look.reached.add('findings');
      }
    }
    if (due.length > MAX_LOOKS) {
      look.reached.add('looks');
    }
  }

  /** Compares the messages that have entered the ledger since the last round, in portions. */
  async #lookOn(
    { positions, findings }: Knowledge,
    entered: readonly (bigint | undefined)[],
    look: Look,
  ): Promise<void> {
    for (let portion = 0; ; portion += 1) {
      const from = look.committed.map((end, partition) => positions[partition] ?? before(end));
      const to = portionAfter(from, entered);
      if (to === undefined) {
        return;
      }
      if (portion === MAX_PORTIONS) {
        look.reached.add('messages');
        return;
      }
      await this.#compare({ from, to }, findings, look);
      positions.splice(0, positions.length, ...to);
    }
  }

  async #compare(selection: LedgerSelection, findings: Findings, look: Look): Promise<void> {
    const balance = await this.#options.audit.balance(selection, look.committed, look.signal);
    if (!findings.add(balance, selection)) {
      look.reached.add('findings');
    }
  }
}

/** Returns the end of the portion that begins at `from`, or undefined if the ledger has no further messages. */
function portionAfter(
  from: readonly bigint[],
  entered: readonly (bigint | undefined)[],
): readonly bigint[] | undefined {
  let room = MAX_MESSAGES;
  const to = from.map((begin, partition) => {
    const waiting = (entered[partition] ?? begin) - begin;
    const taken = waiting < room ? waiting : room;
    if (taken <= 0n) {
      return begin;
    }
    room -= taken;
    return begin + taken;
  });
  return room === MAX_MESSAGES ? undefined : to;
}

/** Returns a position before every committed message that may still be missing from the ledger. */
function before(committed: bigint): bigint {
  const begin = toLogOffset(generationOf(committed), 0);
  return committed - begin > MAX_UNENTERED ? committed - MAX_UNENTERED : begin;
}

function sumOfPositive(numbers: readonly bigint[]): number {
  return numbers.reduce((sum, number) => (number > 0n ? sum + Number(number) : sum), 0);
}
