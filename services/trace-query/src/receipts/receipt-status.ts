import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { Receipt } from '@spanhouse/span-log/receipt';
import type { DeadLetterCounter } from '@spanhouse/trace-store/reader';

/** The state of the spans of a write, as answers show it. The three numbers add up to all spans. */
export interface ReceiptStatus {
  readonly status: 'queued' | 'stored' | 'partially_dead_lettered';
  readonly pending: number;
  readonly stored: number;
  readonly dead_lettered: number;
}

/** What `readReceiptStatus` needs. */
export interface ReceiptStatusDependencies {
  readonly offsets: Pick<CommittedOffsets, 'logId' | 'read'>;
  readonly deadLetters: Pick<DeadLetterCounter, 'countRows'>;
  readonly signal: AbortSignal;
}

/**
 * Counts the spans of a write. A span below the committed offset is either stored or dead-lettered;
 * every other span is pending.
 */
export async function readReceiptStatus(
  { positions }: Receipt,
  { offsets, deadLetters, signal }: ReceiptStatusDependencies,
): Promise<ReceiptStatus> {
  const committed = await offsets.read();
  const finished = positions.filter(
    ({ partition, offset }) => offset < (committed[partition] ?? 0),
  );
  const all = countSpans(positions);
  const finishedSpans = countSpans(finished);
  const deadLettered =
    finishedSpans === 0
      ? 0
      : await deadLetters.countRows({ logId: offsets.logId, places: finished }, signal);
  const pending = all - finishedSpans;
  return {
    status: statusOf(pending, deadLettered),
    pending,
    stored: finishedSpans - deadLettered,
    dead_lettered: deadLettered,
  };
}

function countSpans(positions: Receipt['positions']): number {
  return positions.reduce((sum, { spanCount }) => sum + spanCount, 0);
}

function statusOf(pending: number, deadLettered: number): ReceiptStatus['status'] {
  if (pending > 0) {
    return 'queued';
  }
  return deadLettered > 0 ? 'partially_dead_lettered' : 'stored';
}
