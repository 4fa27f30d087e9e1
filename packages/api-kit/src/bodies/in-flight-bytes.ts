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
 * Limits the total size of the request bodies in memory, so that a burst is refused before it fills the memory.
 * `SharedBytes` divides the budget among senders. Refusals are counted.
 */
export class InFlightBytes {
  readonly #bytes: SharedBytes;

  constructor({ maxBytes, clock, registry }: InFlightBytesOptions) {
    const registers = [registry];
    const refusals = new Counter({
      name: 'http_bodies_refused_total',
      help: 'Bodies that were refused because too many bytes are in flight, either of all projects or of their own project',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of reasons) {
      refusals.inc({ reason }, 0);
    }
    const bytes = new SharedBytes(maxBytes, clock, (reason) => refusals.inc({ reason }));
    this.#bytes = bytes;
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
  }

  get heldBytes(): number {
    return this.#bytes.heldBytes;
  }

  /** Opens a reservation for one request on behalf of `ownerId`. */
  reserve(ownerId?: string): BytesReservation {
    return this.#bytes.reserve(ownerId);
  }
}
