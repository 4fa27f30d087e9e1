import type { Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { generationOf, toLogOffset } from '@spanhouse/span-row';
import {
  type LedgerAudit,
  type LedgerSelection,
  MAX_UNENTERED,
} from '@spanhouse/trace-store/writer';
import { Findings } from './findings.js';

/** What a round did not do, because it had done enough; the next round goes on. */
export const roundLimits = ['messages', 'looks', 'findings'] as const;
type RoundLimit = (typeof roundLimits)[number];

/** The result of a round. */
export interface LedgerRound {
  /** Spans that nothing accounts for. */
  readonly unaccounted: number;
  /** Messages that are entered and not compared yet. */
  readonly uncompared: number;
  readonly reached: ReadonlySet<RoundLimit>;
}

export interface LedgerRoundsOptions {
  readonly audit: Pick<LedgerAudit, 'balance' | 'entered'>;
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'read'>;
  readonly clock: Pick<Clock, 'nowNs'>;
  readonly onRound: (round: LedgerRound) => void;
}

const NS_PER_MINUTE = 60_000_000_000n;
/** The first round begins with what was received since: an earlier process compared the rest. */
const FIRST_LOOK_NS = 60n * NS_PER_MINUTE;
const FIRST_LOOK_STEP_NS = 5n * NS_PER_MINUTE;
/** What is found is counted for so long, unless it is there after all. */
const REMEMBERED_NS = 24n * 60n * NS_PER_MINUTE;
/** Messages that one statement compares, in all partitions together. */
const MAX_MESSAGES = 20_000n;
/** A round compares a million messages, and looks at so many findings again. Each is some statements. */
const MAX_PORTIONS = 50;
const MAX_LOOKS = 100;

/** What is known since the first round. */
interface Knowledge {
  /** By partition: the position before which messages are compared. */
  readonly positions: bigint[];
  readonly findings: Findings;
  /** What was committed at the previous round. All of it should be entered by now. */
  committed: readonly bigint[];
}

interface Look {
  readonly committed: readonly bigint[];
  readonly reached: Set<RoundLimit>;
  readonly signal: AbortSignal;
}

/**
 * Compares what messages contained with what is stored, in rounds of which each goes on where the one before ended.
 * What does not add up is looked at again in later rounds, because it may be stored in the meantime. A round is
 * bounded in what it compares, looks at again and keeps.
 */
export class LedgerRounds {
  readonly #options: LedgerRoundsOptions;
  #memory: { knowledge?: Knowledge } = {};

  constructor(options: LedgerRoundsOptions) {
    this.#options = options;
  }

  /** Compares what is entered now. Rejects with the error of the store or the log; then the next round goes on. */
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

  /** Forgets everything, even if a round is running: another process goes on. */
  forget(): void {
    this.#memory = {};
  }

  /** Compares the last hour, and what clocks that are ahead have dated after it. */
  async #lookFirst(entered: readonly (bigint | undefined)[], look: Look): Promise<Knowledge> {
    const now = this.#options.clock.nowNs();
    const findings = new Findings();
    for (let oldest = now - FIRST_LOOK_NS; oldest <= now; oldest += FIRST_LOOK_STEP_NS) {
      const newest = oldest < now ? oldest + FIRST_LOOK_STEP_NS : now + FIRST_LOOK_NS;
      await this.#compare({ oldest, newest }, findings, look);
    }
    // What is entered from now on has a place after these.
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

  /** Compares what is entered since the last round, in portions. */
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

/** Ends a portion that begins at `from`; undefined if nothing more is entered. */
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

/** Returns a position before everything that is committed and may not be entered. */
function before(committed: bigint): bigint {
  const begin = toLogOffset(generationOf(committed), 0);
  return committed - begin > MAX_UNENTERED ? committed - MAX_UNENTERED : begin;
}

function sumOfPositive(numbers: readonly bigint[]): number {
  return numbers.reduce((sum, number) => (number > 0n ? sum + Number(number) : sum), 0);
}
