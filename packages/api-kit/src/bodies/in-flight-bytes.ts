import type { Clock } from '@spanhouse/service-runtime';
import { Counter, Gauge, type Registry } from 'prom-client';
import { InFlightOwners } from './in-flight-owners.js';

export interface InFlightBytesOptions {
  readonly maxBytes: number;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly registry: Registry;
}

/** Why a reservation was refused: the budget is used up, or this owner holds its share of it. */
export type BytesRefusal = 'overloaded' | 'share_exhausted';

/** The part of the budget that one request holds. */
export interface BytesReservation {
  /** Returns false if the budget does not allow `bytes`; the request keeps its part, and the refusal is counted. */
  resize(bytes: number): boolean;
  /** Why `resize` returned false. */
  readonly refusal: BytesRefusal;
  /** MAY be called more than once. */
  release(): void;
}

/** The rest is for an owner that begins to send. */
const PART_OF_ONLY_OWNER = 3 / 4;

const reasons: readonly BytesRefusal[] = ['overloaded', 'share_exhausted'];

/**
 * Limits the bytes of request bodies that are held at a time, so that a burst is refused before it fills the memory.
 *
 * - A request is always admitted while it is the only one, however large it is.
 * - The first half of the budget is given to any request. After that an owner gets at most an equal share of the
 *   whole, and three quarters of it while it is the only one, except for its only request: no owner can keep the
 *   others out.
 */
export class InFlightBytes {
  readonly maxBytes: number;
  readonly #owners: InFlightOwners;
  readonly #gauge: Gauge;
  readonly #refusals: Counter;
  #heldBytes = 0;

  constructor({ maxBytes, clock, registry }: InFlightBytesOptions) {
    this.maxBytes = maxBytes;
    this.#owners = new InFlightOwners(clock);
    const registers = [registry];
    this.#gauge = new Gauge({
      name: 'http_body_bytes_in_flight',
      help: 'Bytes of request bodies held',
      registers,
    });
    new Gauge({
      name: 'http_body_bytes_in_flight_limit',
      help: 'Bytes of request bodies that may be held; beyond them requests are refused',
      registers,
    }).set(maxBytes);
    this.#refusals = new Counter({
      name: 'http_bodies_refused_total',
      help: 'Bodies refused because too many bytes are in flight, of all projects or of their own',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of reasons) {
      this.#refusals.inc({ reason }, 0);
    }
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** For one request on behalf of `ownerId`. */
  reserve(ownerId = ''): BytesReservation {
    let held = 0;
    let refusal: BytesRefusal = 'overloaded';
    let isOpen = true;
    const owner = this.#owners.enter(ownerId);
    const change = (bytes: number) => {
      this.#heldBytes += bytes - held;
      owner.heldBytes += bytes - held;
      this.#gauge.inc(bytes - held);
      held = bytes;
    };
    return {
      get refusal() {
        return refusal;
      },
      resize: (bytes) => {
        const wanted = { bytes, others: this.#heldBytes - held, own: owner.heldBytes - held };
        const refused = bytes > held ? this.#refuse(wanted) : undefined;
        if (refused === undefined) {
          change(bytes);
          return true;
        }
        refusal = refused;
        this.#refusals.inc({ reason: refused });
        return false;
      },
      release: () => {
        change(0);
        if (isOpen) {
          this.#owners.leave(owner);
        }
        isOpen = false;
      },
    };
  }

  /** `others` are held by all other requests, `own` by those of the same owner. */
  #refuse({ bytes, others, own }: { bytes: number; others: number; own: number }) {
    const total = others + bytes;
    if (others === 0 || total <= this.maxBytes / 2) {
      return undefined;
    }
    const overloaded = total > this.maxBytes ? 'overloaded' : undefined;
    const active = this.#owners.countActive();
    const part = active > 1 ? 1 / active : PART_OF_ONLY_OWNER;
    const exceedsShare = own > 0 && own + bytes > this.maxBytes * part;
    return exceedsShare && (active > 1 || overloaded === undefined)
      ? 'share_exhausted'
      : overloaded;
  }
}
