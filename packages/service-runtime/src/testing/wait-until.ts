import { setTimeout as delay } from 'node:timers/promises';

/**
 * Time limits of tests and scripts in milliseconds. They are not assertions of speed: only a hanging test reaches a
 * limit, even on a busy machine with two cores.
 */
export const timeLimits = {
  /** Limit of one test or one of its hooks. */
  test: 120_000,
  /** Limit of one test in a browser or one of its hooks. */
  browserTest: 180_000,
  /** Limit of one long test, or one of its hooks. Such a test runs many faults or the suite of another product. */
  longTest: 600_000,
  /** Limit of the start of a backend from the first request for it. The time includes the download of its files. */
  backendStart: 240_000,
  /**
   * Limit of an effect, such as a visible span or a process that answers. It is shorter than the limit of a test, so
   * that the failure names the effect.
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
 * Polls `check` until it returns a value other than `false` or `undefined`, and resolves with that value. Rejects with
 * `what` and the time limit when the limit is reached. Rejects at once if `check` rejects.
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
