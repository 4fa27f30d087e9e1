import type { Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { toLogOffset } from '@spanhouse/span-row';
import type { LedgerAudit, LedgerBalance, LedgerSelection } from '@spanhouse/trace-store/writer';

export interface LedgerRoundsOptions {
  readonly audit: Pick<LedgerAudit, 'balance'>;
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'read'>;
  readonly clock: Pick<Clock, 'nowNs'>;
  /** Called after each round with the number of spans that nothing accounts for. */
  readonly onUnaccounted: (spans: number) => void;
  /** Default: 20,000. */
  readonly maxMessages?: number;
}

const NS_PER_HOUR = 3_600_000_000_000n;
/** The first round begins with what was received since: an earlier process compared the rest. */
const FIRST_LOOK_NS = NS_PER_HOUR;
/** What is found is counted for so long, unless it is there after all. */
const REMEMBERED_NS = 24n * NS_PER_HOUR;
/** Messages of a partition that one statement compares. */
const MAX_MESSAGES = 20_000;
/** More findings than this are compared again as a whole. */
const MAX_NAMED = 100;

/** Spans that did not add up. */
interface Finding {
  readonly receivedAt: bigint;
  readonly spans: number;
  /** Where to look again; undefined for messages that are missing in the log. */
  readonly selection: LedgerSelection | undefined;
}

/**
 * Compares what messages contained with what is stored, in rounds of which each goes on where the one before ended.
 * What does not add up is looked at again in each round, because it may be stored in the meantime.
 */
export class LedgerRounds {
  readonly #options: LedgerRoundsOptions;
  #positions: readonly bigint[] | undefined;
  #findings: readonly Finding[] = [];

  constructor(options: LedgerRoundsOptions) {
    this.#options = options;
  }

  /** Compares everything that is committed now. Rejects with the error of the store or the log. */
  async run(signal: AbortSignal): Promise<void> {
    const { offsets, clock, onUnaccounted } = this.#options;
    const nowNs = clock.nowNs();
    const committed = (await offsets.read()).map((offset) =>
      toLogOffset(offsets.generation, offset),
    );
    const again = this.#findings.filter(({ receivedAt }) => receivedAt > nowNs - REMEMBERED_NS);
    const findings: Finding[] = [];
    for (const finding of again) {
      const { selection } = finding;
      findings.push(
        ...(selection === undefined ? [finding] : await this.#find(selection, committed, signal)),
      );
    }
    for (const selection of this.#unseen(committed, nowNs)) {
      findings.push(...(await this.#find(selection, committed, signal)));
    }
    this.#findings = findings;
    this.#positions = committed;
    onUnaccounted(findings.reduce((sum, { spans }) => sum + spans, 0));
  }

  /** Forgets everything: another process has gone on meanwhile. */
  forget(): void {
    this.#positions = undefined;
    this.#findings = [];
  }

  /** Divides what was committed since the last round. */
  *#unseen(committed: readonly bigint[], nowNs: bigint): Generator<LedgerSelection> {
    if (this.#positions === undefined) {
      yield { oldest: nowNs - FIRST_LOOK_NS, newest: nowNs + FIRST_LOOK_NS };
      return;
    }
    const { maxMessages = MAX_MESSAGES } = this.#options;
    // A partition that was added later begins at its first committed position.
    let from = committed.map((end, index) => this.#positions?.[index] ?? end);
    while (committed.some((end, index) => end > (from[index] ?? end))) {
      const to = committed.map((end, index) => {
        const next = (from[index] ?? end) + BigInt(maxMessages);
        return next < end ? next : end;
      });
      yield { from, to };
      from = to;
    }
  }

  async #find(
    selection: LedgerSelection,
    committed: readonly bigint[],
    signal: AbortSignal,
  ): Promise<readonly Finding[]> {
    const balance = await this.#options.audit.balance(selection, committed, signal);
    return [...toFindings(balance, selection), ...toMissing(balance)];
  }
}

function toFindings(
  { minutes, unbalanced }: LedgerBalance,
  selection: LedgerSelection,
): readonly Finding[] {
  const [first] = unbalanced;
  if (first !== undefined && unbalanced.length >= MAX_NAMED) {
    const spans = minutes.reduce((sum, { unaccounted }) => sum + unaccounted, 0);
    return [{ receivedAt: first.receivedAt, spans, selection }];
  }
  return unbalanced.map(({ receivedAt, unaccounted }) => ({
    receivedAt,
    spans: unaccounted,
    selection: { oldest: receivedAt, newest: receivedAt + 1n },
  }));
}

/** A message that is missing had a span at least. */
function toMissing({ gaps }: LedgerBalance): readonly Finding[] {
  return gaps.map(({ receivedAt, missing }) => ({
    receivedAt,
    spans: missing,
    selection: undefined,
  }));
}
