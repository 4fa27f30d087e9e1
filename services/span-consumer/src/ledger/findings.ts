import { generationOf, toLogOffset } from '@spanhouse/span-row';
import type { LedgerBalance, LedgerGap, LedgerSelection } from '@spanhouse/trace-store/writer';

/** Unaccounted spans, or missing messages. A missing message counts as one span. */
interface Finding {
  readonly receivedAt: bigint;
  readonly spans: number;
  /** The part of the ledger to compare again. */
  readonly selection: LedgerSelection;
}

/**
 * Maximum number of individual findings. Each finding takes a few hundred bytes. For further findings, only the total
 * number of spans is kept.
 */
const MAX_KEPT = 1000;

/** The differences between the ledger and the store. A difference counts only once, even if several rounds find it. */
export class Findings {
  /** The findings by identity. The finding that was compared least recently comes first. */
  readonly #kept = new Map<string, Finding>();
  #otherSpans = 0;
  #otherReceivedAt = 0n;

  /** Total number of spans in all findings. */
  get spans(): number {
    return [...this.#kept.values()].reduce((sum, { spans }) => sum + spans, this.#otherSpans);
  }

  /** Forgets findings whose messages were received at or before `timeNs`. */
  forgetBefore(timeNs: bigint): void {
    for (const [key, { receivedAt }] of [...this.#kept]) {
      if (receivedAt <= timeNs) {
        this.#kept.delete(key);
      }
    }
    if (this.#otherReceivedAt <= timeNs) {
      this.#otherSpans = 0;
    }
  }

  /** Returns up to `count` findings, starting with those that were compared least recently. */
  oldest(count: number): readonly (readonly [key: string, selection: LedgerSelection])[] {
    return [...this.#kept].slice(0, count).map(([key, { selection }]) => [key, selection]);
  }

  /** Replaces a finding with the result of a new comparison. */
  replace(key: string, balance: LedgerBalance, selection: LedgerSelection): boolean {
    this.#kept.delete(key);
    return this.add(balance, selection);
  }

  /**
   * Adds the findings of a comparison. Returns false if the limit is reached; only the span count of further findings
   * is then kept.
   */
  add(balance: LedgerBalance, selection: LedgerSelection): boolean {
    let isKept = true;
    for (const [key, finding] of toFindings(balance, selection)) {
      this.#kept.delete(key);
      if (this.#kept.size < MAX_KEPT) {
        this.#kept.set(key, finding);
      } else {
        isKept = false;
        this.#otherSpans += finding.spans;
        this.#otherReceivedAt = latest(this.#otherReceivedAt, finding.receivedAt);
      }
    }
    return isKept;
  }
}

/**
 * Converts a balance to findings. If the balance omits some of its messages or gaps, the whole selection becomes one
 * finding.
 */
function toFindings(
  { sums, unbalanced, gaps, missing }: LedgerBalance,
  selection: LedgerSelection,
): readonly (readonly [string, Finding])[] {
  const [message] = unbalanced;
  const [gap] = gaps;
  const named = unbalanced.reduce((sum, { unaccounted }) => sum + unaccounted, 0);
  const messages: readonly (readonly [string, Finding])[] =
    message !== undefined && named < sums.unaccounted
      ? [[`in ${keyOf(selection)}`, { ...message, spans: sums.unaccounted, selection }]]
      : unbalanced.map(({ logPartition, logOffset, receivedAt, unaccounted }) => [
          `${logPartition}@${logOffset}`,
          { receivedAt, spans: unaccounted, selection: at(receivedAt) },
        ]);
  const listed = gaps.reduce((sum, each) => sum + each.missing, 0);
  const holes: readonly (readonly [string, Finding])[] =
    gap !== undefined && listed < missing
      ? [[`before ${keyOf(selection)}`, { ...gap, spans: missing, selection }]]
      : gaps.map((each) => [
          `before ${each.logPartition}@${each.logOffset} ${each.writer}`,
          { receivedAt: each.receivedAt, spans: each.missing, selection: aroundGap(each) },
        ]);
  return [...messages, ...holes];
}

/** Returns a selection that covers the missing offsets, because the missing messages may be entered later. */
function aroundGap({ logPartition, logOffset, missing, writer, receivedAt }: LedgerGap) {
  if (writer !== undefined) {
    return at(receivedAt);
  }
  const nothing = new Array<bigint>(logPartition).fill(toLogOffset(generationOf(logOffset), 0));
  return {
    from: [...nothing, logOffset - BigInt(missing)],
    to: [...nothing, logOffset + 1n],
  };
}

function at(receivedAt: bigint): LedgerSelection {
  return { oldest: receivedAt, newest: receivedAt + 1n };
}

function keyOf(selection: LedgerSelection): string {
  return 'oldest' in selection
    ? `${selection.oldest}..${selection.newest}`
    : `${selection.from}..${selection.to}`;
}

function latest(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
