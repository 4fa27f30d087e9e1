import { AppError } from '@spanhouse/service-runtime';
import { toLogOffset } from '@spanhouse/span-row';
import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import type { SpanBatchBlock } from '../blocks/span-batch.js';
import type { FlushContext } from './flush-context.js';

/**
 * Hands what the messages of a recorded block contain to the ledger (docs/adr/155). MUST resolve before the block is
 * committed, because the embedded log then removes the messages: either the commit carries the entries, or they are
 * in the ledger.
 */
export async function enterMessages(block: SpanBatchBlock, context: FlushContext): Promise<void> {
  const { carrier, subscription } = context;
  carrier.add(block.partition, toEntries(block, subscription));
  await enterUntil(() => carrier.isCarriable(block.partition), context);
}

/** Enters what is carried of a partition, so that its next commit has room for other things. */
export async function enterCarried(partition: number, context: FlushContext): Promise<void> {
  await enterUntil(() => context.carrier.carried(partition).length === 0, context);
}

/** Enters what all partitions carry until the condition holds. Retries while ClickHouse is unavailable. */
async function enterUntil(isDone: () => boolean, context: FlushContext): Promise<void> {
  const backoff = context.createBackoff();
  while (!isDone()) {
    if (!(await isEntered(context))) {
      await context.clock.sleep(backoff.nextDelayMs(), context.signal);
    }
  }
}

/** Tries to enter the messages once; false after a retryable failure. */
async function isEntered(context: FlushContext): Promise<boolean> {
  context.signal.throwIfAborted();
  try {
    await context.carrier.enter();
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
