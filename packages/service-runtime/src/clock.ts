export interface Timer {
  cancel(): void;
}

/** Time as a dependency, so that tests can pass it by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Nanoseconds since the Unix epoch. */
  nowNs(): bigint;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `run` once after `ms`. The timer alone does not keep the process alive. */
  setTimer(ms: number, run: () => void): Timer;
}
