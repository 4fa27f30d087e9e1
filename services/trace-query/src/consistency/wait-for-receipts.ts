import { AppError } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import { partitionOfTrace } from '@spanhouse/span-log/publisher';
import type { ReceiptTarget } from '@spanhouse/span-log/receipt';

/** The log positions that a read must include, and the maximum time that it waits for them. */
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

interface TraceWait {
  readonly projectId: string;
  readonly traceId: string;
  readonly timeoutMs: number;
}

/**
 * Resolves when the store has everything that the log now has in the partition of a trace, or after the time limit. An
 * unavailable log counts as a log that does not answer in time.
 */
export async function waitForTrace(
  offsets: Pick<CommittedOffsets, 'readEnds' | 'waitFor'>,
  { projectId, traceId, timeoutMs }: TraceWait,
  signal: AbortSignal,
): Promise<void> {
  const ends = await offsets.readEnds().catch((error: unknown) => {
    if (error instanceof AppError && error.retryable) {
      return [];
    }
    throw error;
  });
  const partition = partitionOfTrace(projectId, traceId, ends.length);
  const end = ends[partition];
  if (end !== undefined && timeoutMs > 0) {
    await offsets.waitFor(new Map([[partition, end]]), { timeoutMs, signal });
  }
}
