import type { Clock } from '@spanhouse/service-runtime';

/** The reason of a refusal: the budget is used up, or this owner holds its share and others are active. */
export type BytesRefusal = 'overloaded' | 'share_exhausted';

/** The part of a budget that one request holds. */
export interface BytesReservation {
  /**
   * Returns false if the budget does not allow `bytes`; the request keeps its part. After the release, `resize`
   * holds nothing and returns true: the request may still be running although its client is gone.
   */
  resize(bytes: number): boolean;
  /** The reason why `resize` returned false. */
  readonly refusal: BytesRefusal;
  /** False after the release, when no client waits for the answer. */
  readonly isOpen: boolean;
  /**
   * Runs work that fills the reserved bytes. A release during the work takes effect when the work ends. MUST NOT be
   * called after the release.
   */
  fill<T>(work: () => Promise<T>): Promise<T>;
  /** MAY be called more than once. */
  release(): void;
}

/** The rest stays free for an owner that begins to use the budget. */
const PART_OF_ONLY_OWNER = 3 / 4;

/**
 * Divides a number of bytes among owners.
 *
 * - A request is always admitted while it is the only one, however large it is.
 * - The first half of the budget is given to any request. After that an owner gets at most an equal share of the
 *   whole, and three quarters of it while it is the only one, except for its only request: no owner can keep the
 *   others out.
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

  /** Opens the part of one request on behalf of `ownerId`. */
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
   * Returns why a request cannot hold `bytes`. All other requests hold `others`; the requests of the same owner hold
   * `own`.
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
  /** Open requests, including those that hold no bytes yet. */
  requests: number;
  seenAtMs: number;
}

/** An owner stays active for this time, because a refused sender retries and must find room. */
const ACTIVE_MS = 10_000;
const SWEEP_MS = 1000;

/** The owners that hold bytes or have asked for them within the last seconds. */
class InFlightOwners {
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
