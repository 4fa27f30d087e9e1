import { AppError, type Backoff, type Clock, type Logger } from '@spanhouse/service-runtime';

export interface WhenReachableOptions {
  readonly backoff: Backoff;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onUnreachable: (reason: string) => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/**
 * Tries until `open` succeeds, however long its other side is away. `undefined` when `signal`
 * aborts first; rejects with what no repetition would change.
 */
export async function whenReachable<T>(
  open: () => Promise<T>,
  { backoff, clock, logger, onUnreachable, signal }: WhenReachableOptions,
): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await open();
    } catch (err) {
      if (!(err instanceof AppError && err.retryable)) {
        throw err;
      }
      logger.warn({ err }, 'not reachable yet');
      onUnreachable(err.message);
    }
    await clock.sleep(backoff.nextDelayMs(), signal).catch(() => undefined); // the loop sees the signal
  }
  return undefined;
}
