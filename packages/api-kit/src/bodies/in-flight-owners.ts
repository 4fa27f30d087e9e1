import type { Clock } from '@spanhouse/service-runtime';

interface Owner {
  heldBytes: number;
  /** Open requests, including those that hold no bytes yet. */
  requests: number;
  seenAtMs: number;
}

/** An owner stays active for this time, because a refused sender retries and must find room. */
const ACTIVE_MS = 10_000;
const SWEEP_MS = 1000;

/** The owners that hold bytes or have asked for them within the last seconds. */
export class InFlightOwners {
  readonly #owners = new Map<string, Owner>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #sweptAtMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Counts one more request of an owner until `leave`. */
  enter(id: string): Owner {
    const nowMs = this.#clock.monotonicMs();
    this.#sweep(nowMs);
    let owner = this.#owners.get(id);
    if (owner === undefined) {
      owner = { heldBytes: 0, requests: 0, seenAtMs: nowMs };
      this.#owners.set(id, owner);
    }
    owner.requests += 1;
    return owner;
  }

  /** Ends one request of an owner. The owner counts as active for ten more seconds. */
  leave(owner: Owner): void {
    owner.requests -= 1;
    owner.seenAtMs = this.#clock.monotonicMs();
  }

  /** Returns the number of active owners; at least 1 after `enter`. */
  countActive(): number {
    return this.#owners.size;
  }

  /** Removes idle owners, so that the traffic of some seconds bounds the map. */
  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < SWEEP_MS) {
      return;
    }
    this.#sweptAtMs = nowMs;
    for (const [id, { requests, seenAtMs }] of this.#owners) {
      if (requests === 0 && nowMs - seenAtMs > ACTIVE_MS) {
        this.#owners.delete(id);
      }
    }
  }
}
