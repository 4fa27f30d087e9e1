import { AppError } from './app-error.js';
import { createBackoff } from './backoff.js';
import type { Clock } from './clock.js';
import type { Health } from './health.js';
import type { Logger } from './logger.js';

const RETRY = { initialMs: 100, maxMs: 5_000 };

export interface ReachDependencyOptions {
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/**
 * Tries until `open` succeeds, however long its other side is away, and keeps `health` informed.
 * `undefined` when `signal` aborts first; rejects with what no repetition would change.
 */
export async function reachDependency<T>(
  dependency: string,
  open: () => Promise<T>,
  { health, clock, logger, signal }: ReachDependencyOptions,
): Promise<T | undefined> {
  const backoff = createBackoff(RETRY);
  while (!signal.aborted) {
    try {
      const opened = await open();
      health.reached(dependency);
      return opened;
    } catch (err) {
      if (!(err instanceof AppError && err.retryable)) throw err;
      logger.warn({ err, dependency }, 'not reachable yet');
      health.lost(dependency, err.message);
    }
    await clock.sleep(backoff.nextDelayMs(), signal).catch(() => undefined); // the loop sees the signal
  }
  return undefined;
}
