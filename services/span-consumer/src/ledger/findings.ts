import { generationOf, toLogOffset } from '@spanhouse/span-row';
import type { LedgerBalance, LedgerGap, LedgerSelection } from '@spanhouse/trace-store/writer';

/** Spans that did not add up, or messages that are missing, each of which had a span at least. */
interface Finding {
  readonly receivedAt: bigint;
  readonly spans: number;
  /** Where to look again. */
  readonly selection: LedgerSelection;
}

/** Findings that are kept one by one, some hundred bytes each; of more, only the number of spans is kept. */
const MAX_KEPT = 1000;

/** What did not add up. A finding is the same if it is found again, and is counted once. */
export class Findings {
  /** By what was found; the one that was looked at longest ago comes first. */
  readonly #kept = new Map<string, Finding>();
  #otherSpans = 0;
  #otherReceivedAt = 0n;

  /** The spans of all findings. */
  get spans(): number {
    return [...this.#kept.values()].reduce((sum, { spans }) => sum + spans, this.#otherSpans);
  }

  /** Forgets what was received before a time. */
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

  /** The findings that were looked at longest ago, `count` of them or all. */
  oldest(count: number): readonly (readonly [key: string, selection: LedgerSelection])[] {
    return [...this.#kept].slice(0, count).map(([key, { selection }]) => [key, selection]);
  }

  /** Replaces a finding by what a second look has found. */
  replace(key: string, balance: LedgerBalance, selection: LedgerSelection): boolean {
    this.#kept.delete(key);
    return this.add(balance, selection);
  }

  /** Adds what a comparison has found. Returns false if only its spans are kept, for lack of room. */
  add(balance: LedgerBalance, selection: LedgerSelection): boolean {
    let isKept = true;
    for (const [key, finding] of findingsOf(balance, selection)) {
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

/** If a balance does not name all messages, or all gaps, the selection is one finding. */
function findingsOf(
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

/** Messages of a gap that are entered after all are compared as well: the range of a gap of offsets has them. */
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
