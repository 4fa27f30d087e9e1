import type { CommittedPosition } from '@spanhouse/span-log/subscription';
import type { FlushContext } from './flush-context.js';

/**
 * Commits a position. Retries while the log is unavailable. The outcome `lost` is final, because another member then
 * owns the partition. Throws without committing if the partition is discarded: after a new assignment, the log would
 * accept the commit and overwrite the metadata of the new owner.
 */
export async function commitPosition(
  position: CommittedPosition,
  context: FlushContext,
): Promise<'committed' | 'lost'> {
  const backoff = context.createBackoff();
  for (;;) {
    context.signal.throwIfAborted();
    const outcome = await context.subscription.commit(position);
    context.signal.throwIfAborted();
    if (outcome.status !== 'retryable') {
      return outcome.status;
    }
    context.observer.retried('commit', 'LOG_UNAVAILABLE');
    const delayMs = backoff.nextDelayMs();
    const { partition, offset } = position;
    context.logger.warn({ partition, offset, reason: outcome.reason, delayMs }, 'commit delayed');
    await context.clock.sleep(delayMs, context.signal);
  }
}
