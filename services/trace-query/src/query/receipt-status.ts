import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { Receipt } from '@spanhouse/span-log/receipt';
import type { DeadLetterCounter } from '@spanhouse/trace-store/reader';

/** What became of the spans of a write, in its wire form; the three numbers add up to all of them. */
export interface ReceiptStatus {
  readonly status: 'queued' | 'stored' | 'partially_dead_lettered';
  readonly pending: number;
  readonly stored: number;
  readonly dead_lettered: number;
}

export interface ReceiptStatusDependencies {
  readonly offsets: Pick<CommittedOffsets, 'logId' | 'read'>;
  readonly deadLetters: Pick<DeadLetterCounter, 'countRows'>;
  readonly signal: AbortSignal;
}

/** A span below the watermark is stored unless it was put aside; before that it is pending. */
export async function readReceiptStatus(
  { positions }: Receipt,
  { offsets, deadLetters, signal }: ReceiptStatusDependencies,
): Promise<ReceiptStatus> {
  const committed = await offsets.read();
  const settled = positions.filter(({ partition, offset }) => offset < (committed[partition] ?? 0));
  const all = countSpans(positions);
  const decided = countSpans(settled);
  const deadLettered =
    decided === 0
      ? 0
      : await deadLetters.countRows({ logId: offsets.logId, places: settled }, signal);
  const pending = all - decided;
  return {
    status: statusOf(pending, deadLettered),
    pending,
    stored: decided - deadLettered,
    dead_lettered: deadLettered,
  };
}

function countSpans(positions: Receipt['positions']): number {
  return positions.reduce((sum, { spanCount }) => sum + spanCount, 0);
}

function statusOf(pending: number, deadLettered: number): ReceiptStatus['status'] {
  if (pending > 0) return 'queued';
  return deadLettered > 0 ? 'partially_dead_lettered' : 'stored';
}
