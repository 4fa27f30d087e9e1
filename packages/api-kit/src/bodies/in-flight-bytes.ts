import type { Clock } from '@spanhouse/service-runtime';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type BytesRefusal, type BytesReservation, SharedBytes } from './shared-bytes.js';

export interface InFlightBytesOptions {
  readonly maxBytes: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly registry: Registry;
}

const reasons: readonly BytesRefusal[] = ['overloaded', 'share_exhausted'];

/**
 * Limits the bytes of request bodies that are held at a time, so that a burst is refused before it fills the memory.
 * `SharedBytes` divides them; refusals are counted.
 */
export class InFlightBytes {
  readonly #bytes: SharedBytes;
  readonly #refusals: Counter;

  constructor({ maxBytes, clock, registry }: InFlightBytesOptions) {
    const bytes = new SharedBytes(maxBytes, clock);
    this.#bytes = bytes;
    const registers = [registry];
    new Gauge({
      name: 'http_body_bytes_in_flight',
      help: 'Bytes of request bodies in memory',
      registers,
      collect() {
        this.set(bytes.heldBytes);
      },
    });
    new Gauge({
      name: 'http_body_bytes_in_flight_limit',
      help: 'Limit of the bytes of request bodies in memory, above which requests are refused',
      registers,
    }).set(maxBytes);
    this.#refusals = new Counter({
      name: 'http_bodies_refused_total',
      help: 'Bodies that were refused because too many bytes are in flight, either of all projects or of their own project',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of reasons) {
      this.#refusals.inc({ reason }, 0);
    }
  }

  get heldBytes(): number {
    return this.#bytes.heldBytes;
  }

  /** For one request on behalf of `ownerId`. */
  reserve(ownerId?: string): BytesReservation {
    const reservation = this.#bytes.reserve(ownerId);
    return {
      get refusal() {
        return reservation.refusal;
      },
      get isOpen() {
        return reservation.isOpen;
      },
      fill: reservation.fill,
      resize: (bytes) => {
        const isGranted = reservation.resize(bytes);
        if (!isGranted) {
          this.#refusals.inc({ reason: reservation.refusal });
        }
        return isGranted;
      },
      release: reservation.release,
    };
  }
}
