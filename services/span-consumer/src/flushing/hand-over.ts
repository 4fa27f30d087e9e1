import type { CommittedPosition } from '@spanhouse/span-log/subscription';
import type { FlushContext } from './flush-context.js';

/**
 * Enters the carried blocks of a partition into the ledger when the consumer gives up the partition. Then commits again
 * without the carried blocks, because consumers of earlier versions cannot read metadata that contains them. Tries once
 * and never rejects. After a failure, the next owner enters the blocks.
 */
export async function handOver(
  last: CommittedPosition | undefined,
  { carrier, subscription, logger, signal }: FlushContext,
): Promise<void> {
  if (last === undefined || last.metadata === '' || signal.aborted) {
    return;
  }
  try {
    // If an insert began before the last block was added, it does not contain that block's entries.
    while (carrier.carried(last.partition).length > 0) {
      await carrier.enter();
      signal.throwIfAborted();
    }
    await subscription.commit({ ...last, metadata: '' });
  } catch (err) {
    logger.debug({ err, partition: last.partition }, 'entries are left to the next owner');
  }
}
