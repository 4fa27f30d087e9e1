import { AppError } from '@spanhouse/service-runtime';
import { toLogOffset } from '@spanhouse/span-row';
import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import type { SpanBatchBlock } from '../blocks/span-batch.js';
import type { FlushContext } from './flush-context.js';

/**
 * Enters what the messages of a block contain into the ledger (docs/adr/155). MUST resolve before the block is
 * committed: the embedded log then removes the messages. Retries while ClickHouse is unavailable.
 */
export async function enterMessages(block: SpanBatchBlock, context: FlushContext): Promise<void> {
  const entries = toEntries(block, context.subscription);
  const backoff = context.createBackoff();
  while (!(await isEntered(entries, context))) {
    await context.clock.sleep(backoff.nextDelayMs(), context.signal);
  }
}

/** Tries to enter the messages once; false after a retryable failure. */
async function isEntered(entries: readonly LedgerEntry[], context: FlushContext): Promise<boolean> {
  context.signal.throwIfAborted();
  try {
    await context.ledger.enter(entries);
    context.signal.throwIfAborted();
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof AppError && error.retryable)) {
      throw error;
    }
    context.observer.retried('ledger', error.code);
    context.logger.warn({ err: error }, 'the entry of messages is delayed');
    return false;
  }
}

function toEntries(
  { messages, partition, first }: SpanBatchBlock,
  { logId, generation }: Pick<FlushContext['subscription'], 'logId' | 'generation'>,
): readonly LedgerEntry[] {
  const blockOffset = toLogOffset(generation, first);
  return messages.map(({ offset, headers }) => ({
    logId,
    logPartition: partition,
    logOffset: toLogOffset(generation, offset),
    blockOffset,
    projectId: headers.projectId,
    receivedAt: headers.receivedAt,
    isRetry: headers.retryOf !== undefined,
    spanCount: headers.spanCount,
    retentionDays: headers.retentionDays,
    origin: headers.origin,
  }));
}
