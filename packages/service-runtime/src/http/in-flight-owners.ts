import type { Clock } from '../clock.js';

interface Owner {
  heldBytes: number;
  /** Open ones, whether they hold anything yet or not. */
  requests: number;
  seenAtMs: number;
}

/** Who was refused a moment ago comes again, and must find room then. */
const ACTIVE_MS = 10_000;
const SWEEP_MS = 1000;

/** On whose behalf bytes are held now, or were asked for in the last seconds. */
export class InFlightOwners {
  readonly #owners = new Map<string, Owner>();
  readonly #clock: Pick<Clock, 'nowMs'>;
  #sweptAtMs = 0;

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  /** For one more request; `leave` ends it. */
  enter(id: string): Owner {
    const nowMs = this.#clock.nowMs();
    this.#sweep(nowMs);
    let owner = this.#owners.get(id);
    if (owner === undefined) {
      owner = { heldBytes: 0, requests: 0, seenAtMs: nowMs };
      this.#owners.set(id, owner);
    }
    owner.requests += 1;
    return owner;
  }

  leave(owner: Owner): void {
    owner.requests -= 1;
    owner.seenAtMs = this.#clock.nowMs();
  }

  /** At least 1 after `enter`. */
  countActive(): number {
    return this.#owners.size;
  }

  /** Idle owners go, so that the map is bounded by the traffic of some seconds. */
  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < SWEEP_MS) return;
    this.#sweptAtMs = nowMs;
    for (const [id, { requests, seenAtMs }] of this.#owners) {
      if (requests === 0 && nowMs - seenAtMs > ACTIVE_MS) this.#owners.delete(id);
    }
  }
}
