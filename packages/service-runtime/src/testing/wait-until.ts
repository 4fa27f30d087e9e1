import { setTimeout as delay } from 'node:timers/promises';

/**
 * Time limits for tests and scripts, in milliseconds. They do not test speed: even on a busy machine with two cores,
 * only a hanging test reaches its limit.
 */
export const timeLimits = {
  /** Limit for one test or hook. */
  test: 120_000,
  /** Limit for one browser test or hook. */
  browserTest: 180_000,
  /** Limit for one long test or hook. A long test simulates many faults or runs the test suite of another product. */
  longTest: 600_000,
  /**
   * Limit for starting a backend, measured from the first request for it. The time includes the download of its files.
   */
  backendStart: 240_000,
  /**
   * Limit for waiting for an effect, such as a visible span or a process that responds. It is shorter than the limit
   * for a test, so that the error message names the effect.
   */
  effect: 110_000,
  /** Time between SIGTERM and SIGKILL for a process. */
  processStop: 45_000,
} as const;

const POLL_INTERVAL_MS = 50;

export interface WaitOptions {
  /** Returns details that explain a failure, such as the last lines of a log. */
  readonly details?: () => string;
}

/**
 * Polls `check` until it returns a value other than `false` or `undefined`, and resolves with that value. If the time
 * limit is reached first, rejects with an error that contains `what` and the limit. Rejects immediately if `check`
 * rejects.
 */
export async function waitUntil<T>(
  what: string,
  check: () => Promise<T | false | undefined> | T | false | undefined,
  { details }: WaitOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeLimits.effect;
  for (;;) {
    const value = await check();
    if (value !== false && value !== undefined) {
      return value;
    }
    if (Date.now() > deadline) {
      const explanation = details === undefined ? '' : `\n${details()}`;
      throw new Error(`timed out after ${timeLimits.effect} ms: ${what}${explanation}`);
    }
    await delay(POLL_INTERVAL_MS);
  }
}
