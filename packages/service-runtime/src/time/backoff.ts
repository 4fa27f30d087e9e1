export interface BackoffOptions {
  readonly initialMs: number;
  readonly maxMs: number;
  /** Returns a number in [0, 1); Math.random by default. */
  readonly random?: () => number;
}

/**
 * Computes the delays between attempts. The delays have jitter, so that many clients do not retry at the same moment.
 */
export interface Backoff {
  /**
   * Returns a random delay between half of a ceiling and the ceiling. The ceiling doubles with every call, up to
   * `maxMs`.
   */
  nextDelayMs(): number;
  /** Resets the ceiling to `initialMs`. */
  reset(): void;
}

export function createBackoff({ initialMs, maxMs, random = Math.random }: BackoffOptions): Backoff {
  let ceilingMs = Math.min(initialMs, maxMs);
  return {
    nextDelayMs() {
      const delayMs = Math.round(ceilingMs * (0.5 + random() / 2));
      ceilingMs = Math.min(ceilingMs * 2, maxMs);
      return delayMs;
    },
    reset() {
      ceilingMs = Math.min(initialMs, maxMs);
    },
  };
}
