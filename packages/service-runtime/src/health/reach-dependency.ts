import { AppError } from '../app-error.js';
import type { Logger } from '../reporting/logger.js';
import { createBackoff } from '../time/backoff.js';
import type { Clock } from '../time/clock.js';
import type { Health } from './health.js';

const retry = { initialMs: 100, maxMs: 5_000 };

export interface ReachDependencyOptions {
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends the wait when it aborts. */
  readonly signal: AbortSignal;
}

/**
 * Calls `open` until it succeeds, with a backoff and without a time limit. Reports each outcome to `health`. Returns
 * `undefined` if `signal` aborts first. Rejects with the first non-retryable error.
 */
export async function reachDependency<T>(
  dependency: string,
  open: () => Promise<T>,
  { health, clock, logger, signal }: ReachDependencyOptions,
): Promise<T | undefined> {
  const backoff = createBackoff(retry);
  while (!signal.aborted) {
    try {
      const opened = await open();
      health.reached(dependency);
      return opened;
    } catch (err) {
      if (!(err instanceof AppError && err.retryable)) {
        throw err;
      }
      logger.warn({ err, dependency }, 'not reachable yet');
      health.lost(dependency, err.message);
    }
    await clock.sleep(backoff.nextDelayMs(), signal).catch(() => undefined); // the loop checks the signal
  }
  return undefined;
}
