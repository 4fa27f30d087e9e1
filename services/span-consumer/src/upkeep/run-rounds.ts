import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';

/** Work that one consumer of the group does repeatedly. */
export interface Rounds {
  /** Called before each round, because only one consumer of the group does the work. */
  readonly isInCharge: () => boolean;
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Does the work once in each interval until `signal` aborts. Never rejects: a failure is logged as `delayed`, and the
 * next round retries the work.
 */
export async function runRounds(
  { clock, intervalMs, isInCharge, logger, delayed }: Rounds & { readonly delayed: string },
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(intervalMs, signal);
      if (isInCharge()) {
        await work();
      }
    } catch (err) {
      if (signal.aborted) {
        return;
      }
      const isPassing = err instanceof AppError && err.retryable;
      logger[isPassing ? 'warn' : 'error']({ err }, delayed);
    }
  }
}
