export interface Timer {
  /** Prevents the callback from running. Does nothing if the callback has already run. */
  cancel(): void;
}

/**
 * Time as a dependency, so that tests can control it. Durations MUST be measured with `monotonicMs`, because the wall
 * clock may be set forward or back.
 */
export interface Clock {
  /**
   * Returns whole milliseconds since an arbitrary time in the past. Changes of the wall clock do not affect the result.
   */
  monotonicMs(): number;
  /** Returns milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Returns nanoseconds since the Unix epoch. */
  nowNs(): bigint;
  /** Resolves after `ms`. If `signal` aborts first, rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `run` once after `ms`. A timer does not keep the process alive. */
  setTimer(ms: number, run: () => void): Timer;
}
