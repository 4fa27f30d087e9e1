import type { CommittedPosition } from '@spanhouse/span-log/subscription';
import type { FlushContext } from './flush-context.js';

/**
 * Commits, however long the log is away. `lost` is final: another member owns the partition. Throws
 * before it commits anything for a partition that was given up: after a new assignment the log
 * would accept that, and the metadata of the new owner would be overwritten.
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
    if (outcome.status !== 'retryable') return outcome.status;
    context.observer.retried('commit', 'LOG_UNAVAILABLE');
    const delayMs = backoff.nextDelayMs();
    const { partition, offset } = position;
    context.logger.warn({ partition, offset, reason: outcome.reason, delayMs }, 'commit delayed');
    await context.clock.sleep(delayMs, context.signal);
  }
}
