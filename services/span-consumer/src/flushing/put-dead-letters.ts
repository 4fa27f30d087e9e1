import { AppError } from '@spanhouse/service-runtime';
import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import type { FlushContext } from './flush-context.js';

/** Writes dead letters and retries while the sink is unavailable. Other faults are thrown. */
export async function putDeadLetters(
  letters: readonly DeadLetter[],
  context: FlushContext,
): Promise<void> {
  const backoff = context.createBackoff();
  while (!(await isPut(letters, context))) {
    await context.clock.sleep(backoff.nextDelayMs(), context.signal);
  }
  for (const { origin, firstRow, rowCount, stage, reason } of letters) {
    context.observer.deadLettered(stage, rowCount);
    context.logger.error({ origin, firstRow, rowCount, stage, reason }, 'spans dead-lettered');
  }
}

/** Tries to write letters once; false after a retryable failure. */
async function isPut(letters: readonly DeadLetter[], context: FlushContext): Promise<boolean> {
  context.signal.throwIfAborted();
  try {
    await context.deadLetters.put(letters);
    context.signal.throwIfAborted();
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof AppError && error.retryable)) {
      throw error;
    }
    context.observer.retried('dead_letter', error.code);
    context.logger.warn({ err: error }, 'dead letters delayed');
    return false;
  }
}
