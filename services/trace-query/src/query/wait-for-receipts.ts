import { AppError } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { ReceiptTarget } from '@spanhouse/span-log/receipt';

/** What a read must see, and how long it may wait for that. */
export interface Consistency {
  readonly target: ReceiptTarget;
  readonly timeoutMs: number;
}

/** Resolves when everything behind the receipts is stored or dead-lettered; rejects with NOT_YET_VISIBLE. */
export async function waitForReceipts(
  offsets: CommittedOffsets,
  { target, timeoutMs }: Consistency,
  signal: AbortSignal,
): Promise<void> {
  if (await offsets.waitFor(target, { timeoutMs, signal })) return;
  throw new AppError('NOT_YET_VISIBLE', `not visible after ${timeoutMs} ms`, { retryable: true });
}
