import { AppError } from '@spanhouse/service-runtime';
import type { CommittedPosition, LostMessages } from '@spanhouse/span-log/subscription';
import { encodeCommitMetadata } from '../blocks/commit-metadata.js';
import { commitPosition } from './commit-position.js';
import type { FlushContext } from './flush-context.js';

/**
 * Records messages that the log dropped before they were stored, then commits the offset after them, in
 * this order: after a crash in between, the next owner finds, records and counts the same loss. Everything
 * before them MUST be committed. Retries while ClickHouse or the log is unavailable. Resolves with what is committed.
 */
export async function skipLost(
  lost: LostMessages,
  context: FlushContext,
): Promise<CommittedPosition | 'lost'> {
  const backoff = context.createBackoff();
  while (!(await isRecorded(lost, context))) {
    await context.clock.sleep(backoff.nextDelayMs(), context.signal);
  }
  const { partition, first, end } = lost;
  context.observer.lostMessages(lost);
  context.logger.error({ partition, first, end }, 'messages lost before they were stored');
  const carried = context.carrier.carried(partition);
  const metadata = encodeCommitMetadata({ record: undefined, carried });
  const committed = { partition, offset: end, metadata };
  return (await commitPosition(committed, context)) === 'lost' ? 'lost' : committed;
}

/** Tries to record the loss once; false after a retryable failure. */
async function isRecorded(lost: LostMessages, context: FlushContext): Promise<boolean> {
  context.signal.throwIfAborted();
  try {
    await context.deadLetters.putLost(lost);
    context.signal.throwIfAborted();
    context.observer.storeAnswered();
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof AppError && error.retryable)) {
      throw error;
    }
    context.observer.retried('lost_messages', error.code);
    context.logger.warn({ err: error }, 'the record of lost messages is delayed');
    return false;
  }
}
