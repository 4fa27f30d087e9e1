import { setTimeout as delay } from 'node:timers/promises';

/**
 * The limits of tests and scripts, in milliseconds. No test asserts speed: only a test that hangs reaches a limit, also
 * on a machine with two cores that other programs keep busy.
 */
export const timeLimits = {
  /** One test, or one of its hooks. */
  test: 120_000,
  /** One test in a browser, or one of its hooks. */
  browserTest: 180_000,
  /** One test that runs many faults or the suite of another product, or one of its hooks. */
  longTest: 600_000,
  /** The start of a backend, from the first request for it; includes the download of its files. */
  backendStart: 240_000,
  /**
   * An effect, such as a visible span or a process that answers. Shorter than the limit of a test, so that the failure
   * names the effect.
   */
  effect: 110_000,
  /** The time between SIGTERM and SIGKILL for a process. */
  processStop: 45_000,
} as const;

const POLL_INTERVAL_MS = 50;

export interface WaitOptions {
  /** State that explains a failure, such as the last lines of a log. */
  readonly details?: () => string;
}

/**
 * Polls `check` until it returns something other than `false` or `undefined`, and resolves with that value.
 * Rejects with `what` and the time limit when the limit is reached, and at once when `check` rejects.
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
