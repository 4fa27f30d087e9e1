import type { CommittedPosition } from '@spanhouse/span-log/subscription';
import type { FlushContext } from './flush-context.js';

/**
 * Enters the blocks that a partition carries and then removes them from its last commit, when the partition is given
 * up: a consumer of an earlier version could not read them. Tries once and never rejects; after a failure the next
 * owner enters them.
 */
export async function handOver(
  last: CommittedPosition | undefined,
  { carrier, subscription, logger, signal }: FlushContext,
): Promise<void> {
  if (last === undefined || last.metadata === '' || signal.aborted) {
    return;
  }
  try {
    // A running insert that began before the last block does not have its entries.
    while (carrier.carried(last.partition).length > 0) {
      await carrier.enter();
      signal.throwIfAborted();
    }
    await subscription.commit({ ...last, metadata: '' });
  } catch (err) {
    logger.debug({ err, partition: last.partition }, 'entries are left to the next owner');
  }
}
