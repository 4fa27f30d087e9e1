import type { CommittedPosition, LostMessages } from '@spanhouse/span-log/subscription';
import { encodeCommitMetadata } from '../blocks/commit-metadata.js';
import { commitPosition } from './commit-position.js';
import type { FlushContext } from './flush-context.js';
import { retryOperation } from './retry-operation.js';

/**
 * Records messages that the log dropped before they were stored, then commits the offset after them. After a crash
 * between the two steps, the next owner finds, records and counts the same loss. All earlier messages MUST already be
 * committed. Retries while ClickHouse or the log is unavailable. Resolves with the committed position.
 */
export async function skipLost(
  lost: LostMessages,
  context: FlushContext,
): Promise<CommittedPosition | 'lost'> {
  await retryOperation('lost_messages', () => context.deadLetters.putLost(lost), context);
  context.observer.storeAnswered();
  const { partition, first, end } = lost;
  context.observer.lostMessages(lost);
  context.logger.error({ partition, first, end }, 'messages lost before they were stored');
  const carried = context.carrier.carried(partition);
  const metadata = encodeCommitMetadata({ record: undefined, carried });
  const committed = { partition, offset: end, metadata };
  return (await commitPosition(committed, context)) === 'lost' ? 'lost' : committed;
}
