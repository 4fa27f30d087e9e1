import { AppError } from '@spanhouse/service-runtime';
import type { FlushContext } from './flush-context.js';

const delays = {
  dead_letter: 'dead letters delayed',
  ledger: 'the entry of messages is delayed',
  lost_messages: 'the record of lost messages is delayed',
};

/**
 * Runs an operation until it succeeds, with a backoff after each retryable failure. Throws other faults, and throws
 * when the signal aborts.
 */
export async function retryOperation(
  operation: keyof typeof delays,
  run: () => Promise<void>,
  { clock, createBackoff, logger, observer, signal }: FlushContext,
): Promise<void> {
  const backoff = createBackoff();
  for (;;) {
    signal.throwIfAborted();
    try {
      await run();
      signal.throwIfAborted();
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError && error.retryable)) {
        throw error;
      }
      observer.retried(operation, error.code);
      logger.warn({ err: error }, delays[operation]);
    }
    await clock.sleep(backoff.nextDelayMs(), signal);
  }
}
