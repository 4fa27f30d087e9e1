import type { CommittedPosition } from '@spanhouse/span-log/subscription';
import type { FlushContext } from './flush-context.js';

/**
 * Commits a position and retries while the log is unavailable. `lost` is final: another member owns the partition.
 * Throws before any commit for a discarded partition. After a new assignment, the log would accept that commit, and it
 * would overwrite the metadata of the new owner.
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
