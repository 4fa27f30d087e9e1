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

/**
 * Resolves when the store holds everything that the partition of the log holds now, or after the time
 * limit. An unavailable log counts as one that does not answer in time.
 */
export async function waitForPartition(
  offsets: Pick<CommittedOffsets, 'readEnds' | 'waitFor'>,
  { partition, timeoutMs }: { readonly partition: number; readonly timeoutMs: number },
  signal: AbortSignal,
): Promise<void> {
  const ends = await offsets.readEnds().catch((error: unknown) => {
    if (error instanceof AppError && error.retryable) {
      return [];
    }
    throw error;
  });
  const end = ends[partition];
  if (end !== undefined && timeoutMs > 0) {
    await offsets.waitFor(new Map([[partition, end]]), { timeoutMs, signal });
  }
}
