import type { Clock } from '@spanhouse/service-runtime';

/**
 * The reason for a refusal: the whole budget is used, or the owner already holds its share and other owners are active.
 */
export type BytesRefusal = 'overloaded' | 'share_exhausted';

/** The part of the budget that one request holds. */
export interface BytesReservation {
  /**
   * Changes the number of reserved bytes. Returns false if the budget does not allow `bytes`; the request then keeps
   * the bytes that it had. After `release`, reserves nothing and returns true, because a request may still run after
   * its client has disconnected.
   */
  resize(bytes: number): boolean;
  /** The reason why `resize` returned false. */
  readonly refusal: BytesRefusal;
  /** True until `release` is called. After that, no client waits for the response. */
  readonly isOpen: boolean;
  /**
   * Runs work that fills the reserved bytes. If the reservation is released during the work, its bytes are freed when
   * the work ends. MUST NOT be called after `release`.
   */
  fill<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the bytes to the budget. MAY be called more than once. */
  release(): void;
}

/** Maximum share of the budget for the only active owner. The rest stays free for a second owner. */
const PART_OF_ONLY_OWNER = 3 / 4;

/**
 * Divides a budget of bytes among owners, so that no owner can exclude the others.
 *
 * - If there is only one request, it is always admitted, no matter how large it is.
 * - The first half of the budget is available to all requests.
 * - Beyond that half, an owner gets at most an equal share of the whole budget. If only one owner is active, it gets at
 *   most three quarters. Both limits apply only to an owner that already holds bytes.
 */
export class SharedBytes {
  readonly maxBytes: number;
  readonly #owners: InFlightOwners;
  readonly #onRefused: (reason: BytesRefusal) => void;
  #heldBytes = 0;

  constructor(
    maxBytes: number,
    clock: Pick<Clock, 'monotonicMs'>,
    onRefused: (reason: BytesRefusal) => void = () => undefined,
  ) {
    this.maxBytes = maxBytes;
    this.#onRefused = onRefused;
    this.#owners = new InFlightOwners(clock);
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Creates an empty reservation for one request from `ownerId`. */
  reserve(ownerId = ''): BytesReservation {
    let held = 0;
    let refusal: BytesRefusal = 'overloaded';
    let isOpen = true;
    let filling = 0;
    const owner = this.#owners.enter(ownerId);
    const change = (bytes: number) => {
      this.#heldBytes += bytes - held;
      owner.heldBytes += bytes - held;
      held = bytes;
    };
    const leaveIfDone = () => {
      if (!isOpen && filling === 0) {
        change(0);
        this.#owners.leave(owner);
      }
    };
    return {
      get refusal() {
        return refusal;
      },
      get isOpen() {
        return isOpen;
      },
      resize: (bytes) => {
        if (!isOpen) {
          return true;
        }
        const wanted = { bytes, others: this.#heldBytes - held, own: owner.heldBytes - held };
        const refused = bytes > held ? this.#refuse(wanted) : undefined;
        if (refused === undefined) {
          change(bytes);
          return true;
        }
        refusal = refused;
        this.#onRefused(refused);
        return false;
      },
      fill: async (work) => {
        filling += 1;
        try {
          return await work();
        } finally {
          filling -= 1;
          leaveIfDone();
        }
      },
      release: () => {
        if (isOpen) {
          isOpen = false;
          leaveIfDone();
        }
      },
    };
  }

  /**
   * Returns the reason why a request cannot hold `bytes`, or undefined if it can. `others` is the number of bytes that
   * all other requests hold. `own` is the number of bytes that other requests of the same owner hold.
   */
  #refuse({ bytes, others, own }: { bytes: number; others: number; own: number }) {
    const total = others + bytes;
    if (others === 0 || total <= this.maxBytes / 2) {
      return undefined;
    }
    const active = this.#owners.countActive();
    const part = active > 1 ? 1 / active : PART_OF_ONLY_OWNER;
    if (own > 0 && own + bytes > this.maxBytes * part) {
      return active > 1 ? 'share_exhausted' : 'overloaded';
    }
    return total > this.maxBytes ? 'overloaded' : undefined;
  }
}

interface Owner {
  heldBytes: number;
  /** Number of open requests, including requests that hold no bytes yet. */
  requests: number;
  seenAtMs: number;
}

/**
 * Time for which an owner stays active after its last request. A refused sender usually retries within this time, so
 * the shares of the other owners leave room for it.
 */
const ACTIVE_MS = 10_000;
const SWEEP_MS = 1000;

/** The owners that hold bytes, or have requested bytes within the last ten seconds. */
class InFlightOwners {
  readonly #owners = new Map<string, Owner>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #sweptAtMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Counts one more request for an owner. `leave` undoes this. */
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

  /** Counts one request fewer for an owner. The owner stays active for another ten seconds. */
  leave(owner: Owner): void {
    owner.requests -= 1;
    owner.seenAtMs = this.#clock.monotonicMs();
  }

  /** Returns the number of active owners, which is at least 1 after `enter`. */
  countActive(): number {
    return this.#owners.size;
  }

  /** Removes idle owners, so that the map contains only recent owners. */
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
