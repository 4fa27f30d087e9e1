import type { Clock } from '@spanhouse/service-runtime';

/** Measures the time in ms during which at least one statement of a read is running. */
export class UsedTime {
  readonly #clock: Clock;
  #pastMs = 0;
  #running = 0;
  #sinceMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Marks the start of a statement. Returns the time used so far. */
  start(): number {
    const now = this.#clock.monotonicMs();
    if (this.#running++ === 0) {
      this.#sinceMs = now;
    }
    return this.#pastMs + now - this.#sinceMs;
  }

  stop(): void {
    if (--this.#running === 0) {
      this.#pastMs += this.#clock.monotonicMs() - this.#sinceMs;
    }
  }

  reset(): void {
    this.#pastMs = 0;
    this.#sinceMs = this.#clock.monotonicMs();
  }
}
