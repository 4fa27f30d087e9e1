import type { Clock, Timer } from '../time/clock.js';

interface Pending {
  readonly atMs: number;
  readonly run: () => void;
}

/** A clock whose time changes only when a test advances it. */
export class FakeClock implements Clock {
  #monotonicMs: number;
  /** Milliseconds by which `setNowMs` has moved the wall clock ahead of the monotonic clock. */
  #setByMs = 0;
  readonly #pending = new Set<Pending>();

  constructor(startMs = 1_700_000_000_000) {
    this.#monotonicMs = startMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  nowMs(): number {
    return this.#monotonicMs + this.#setByMs;
  }

  nowNs(): bigint {
    return BigInt(Math.round(this.nowMs())) * 1_000_000n;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        timer.cancel();
        reject(signal?.reason);
      };
      const timer = this.setTimer(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  setTimer(ms: number, run: () => void): Timer {
    const pending = { atMs: this.#monotonicMs + ms, run };
    this.#pending.add(pending);
    return { cancel: () => void this.#pending.delete(pending) };
  }

  /** Number of pending timers and sleeps. */
  get pendingTimers(): number {
    return this.#pending.size;
  }

  /** Time until the next timer; undefined if no timer is pending. */
  get nextTimerMs(): number | undefined {
    const next = this.#next();
    return next === undefined ? undefined : next.atMs - this.#monotonicMs;
  }

  /**
   * Advances the time and runs due timers in order. After each timer, waits until the code that the timer resumed has
   * run.
   */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#monotonicMs + ms;
    await settle();
    for (let next = this.#next(); next !== undefined && next.atMs <= untilMs; next = this.#next()) {
      this.#pending.delete(next);
      this.#monotonicMs = Math.max(this.#monotonicMs, next.atMs);
      next.run();
      await settle();
    }
    this.#monotonicMs = untilMs;
  }

  /** Sets the wall clock, as an administrator may do. Timers are not affected. */
  setNowMs(nowMs: number): void {
    this.#setByMs = nowMs - this.#monotonicMs;
  }

  #next(): Pending | undefined {
    return [...this.#pending].toSorted((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Waits until all ready continuations have run. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
