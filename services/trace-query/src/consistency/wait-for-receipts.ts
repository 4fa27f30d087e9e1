import { AppError } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { ReceiptTarget } from '@spanhouse/span-log/receipt';

/** The log positions that a read must include, and how long it may wait for them. */
export interface Consistency {
  readonly target: ReceiptTarget;
  readonly timeoutMs: number;
}

/**
 * Resolves when every span of the receipts is stored or dead-lettered. Rejects with NOT_YET_VISIBLE
 * after the time limit.
 */
export async function waitForReceipts(
  offsets: CommittedOffsets,
  { target, timeoutMs }: Consistency,
  signal: AbortSignal,
): Promise<void> {
  if (await offsets.waitFor(target, { timeoutMs, signal })) {
    return;
  }
  throw new AppError('NOT_YET_VISIBLE', `not visible after ${timeoutMs} ms`, { retryable: true });
}
