import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long tests and scripts wait before they fail, in milliseconds. No test asserts speed: each limit only ends
 * a test that hangs, and is several times the time that a busy machine with two cores needs.
 */
export const timeLimits = {
  /** One unit test, or one of its hooks. */
  unitTest: 30_000,
  /** One contract test, or one of its hooks. */
  contractTest: 180_000,
  /** One integration test, or one of its hooks. */
  integrationTest: 300_000,
  /** One test of the suites that other products publish, or one of its hooks. */
  upstreamTest: 600_000,
  /** A backend: from the request of the first suite until it answers, a download of its files included. */
  backendStart: 240_000,
  /** A process: from its start until it answers. */
  processStart: 120_000,
  /** A process: from SIGTERM until SIGKILL. */
  processStop: 45_000,
  /** An effect of the actions of a test, such as a span that becomes visible. */
  effect: 120_000,
} as const;

const POLL_INTERVAL_MS = 50;

export interface WaitOptions {
  /** Default: the limit for effects. */
  readonly timeoutMs?: number;
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
  { timeoutMs = timeLimits.effect, details }: WaitOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== false && value !== undefined) {
      return value;
    }
    if (Date.now() > deadline) {
      const explanation = details === undefined ? '' : `\n${details()}`;
      throw new Error(`timed out after ${timeoutMs} ms: ${what}${explanation}`);
    }
    await delay(POLL_INTERVAL_MS);
  }
}
