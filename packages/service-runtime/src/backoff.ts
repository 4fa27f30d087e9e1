export interface BackoffOptions {
  readonly initialMs: number;
  readonly maxMs: number;
  /** Uniform in [0, 1). Default Math.random. */
  readonly random?: () => number;
}

export interface Backoff {
  /** Between half and all of a delay that doubles with every call, up to `maxMs`. */
  nextDelayMs(): number;
  /** The next delay is the initial one again. */
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
