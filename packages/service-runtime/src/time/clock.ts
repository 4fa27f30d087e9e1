/** A timer that has been set. */
export interface Timer {
  /** Prevents the call; does nothing after it. */
  cancel(): void;
}

/**
 * Time as a dependency, so that tests can control it. Durations MUST be measured with `monotonicMs`: the wall clock may
 * be set, by an hour or more.
 */
export interface Clock {
  /** Whole milliseconds since a moment in the past, which the wall clock does not affect. */
  monotonicMs(): number;
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Nanoseconds since the Unix epoch. */
  nowNs(): bigint;
  /** Resolves after `ms`. Rejects with the reason of the signal if it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `run` once after `ms`. A timer does not keep the process alive. */
  setTimer(ms: number, run: () => void): Timer;
}
