import { toLogOffset } from '@spanhouse/span-row';
import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import type { SpanBatchBlock } from '../blocks/span-batch.js';
import type { FlushContext } from './flush-context.js';
import { retryOperation } from './retry-operation.js';

/**
 * Hands the ledger entries of a recorded block to the carrier (docs/adr/155). MUST resolve before the block is
 * committed, because the embedded log removes the messages after the commit. Either the commit then carries the
 * entries, or the ledger has them.
 */
export async function enterMessages(block: SpanBatchBlock, context: FlushContext): Promise<void> {
  const { carrier, subscription } = context;
  carrier.add(block.partition, toEntries(block, subscription));
  await enterUntil(() => carrier.isCarriable(block.partition), context);
}

/** Enters all carried blocks of a partition, so that its next commit has room for other metadata. */
export async function enterCarried(partition: number, context: FlushContext): Promise<void> {
  await enterUntil(() => context.carrier.carried(partition).length === 0, context);
}

/** Enters the blocks of all partitions until `isDone` returns true. Retries while ClickHouse is unavailable. */
async function enterUntil(isDone: () => boolean, context: FlushContext): Promise<void> {
  const enter = async () => {
    while (!isDone()) {
      context.signal.throwIfAborted();
      await context.carrier.enter();
    }
  };
  await retryOperation('ledger', enter, context);
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
