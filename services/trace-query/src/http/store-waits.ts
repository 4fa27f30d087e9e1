import type { Clock } from '@spanhouse/service-runtime';

/** The waits of one request for the store. They share one time limit and do not count as reading. */
export class StoreWaits {
  readonly #clock: Clock;
  #waitedMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Runs `wait` with the part of `limitMs` that earlier waits have not used. */
  async run(limitMs: number, wait: (remainingMs: number) => Promise<void>): Promise<void> {
    const startedMs = this.#clock.monotonicMs();
    await wait(Math.max(limitMs - this.#waitedMs, 0));
    this.#waitedMs += this.#clock.monotonicMs() - startedMs;
  }
}
