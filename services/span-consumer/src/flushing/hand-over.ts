import type { CommittedPosition } from '@spanhouse/span-log/subscription';
import type { FlushContext } from './flush-context.js';

/**
 * Removes the entries from the last commit of a partition that is given up, after they are in the ledger: a consumer
 * of an earlier version could not read them. Tries once, and never rejects: otherwise the next owner enters them.
 */
export async function handOver(
  last: CommittedPosition | undefined,
  { carrier, subscription, logger, signal }: FlushContext,
): Promise<void> {
  if (last === undefined || last.metadata === '' || signal.aborted) {
    return;
  }
  try {
    // An insert that has begun before the last block does not have its entries.
    while (carrier.carried(last.partition).length > 0) {
      await carrier.enter();
      signal.throwIfAborted();
    }
    await subscription.commit({ ...last, metadata: '' });
  } catch (err) {
    logger.debug({ err, partition: last.partition }, 'entries are left to the next owner');
  }
}
