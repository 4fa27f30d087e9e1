import type { CommittedPosition } from '@spanhouse/span-log/subscription';
import type { FlushContext } from './flush-context.js';

/**
 * Commits a position, and retries while the log is unavailable. The outcome `lost` is final, because another member
 * owns the partition. For a discarded partition, throws before any commit: after a new assignment the log would accept
 * the commit, which would overwrite the metadata of the new owner.
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
